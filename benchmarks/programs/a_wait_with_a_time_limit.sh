read -t 5 -p "a? " a; read -t 5 -p "b? " b; echo sum $((a + b))
