echo a?; a=$(head -n 1); echo b?; b=$(head -n 1); echo sum $((a + b))
