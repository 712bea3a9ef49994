read -p "a? " a; read -p "b? " b; echo sum $((a + b))
