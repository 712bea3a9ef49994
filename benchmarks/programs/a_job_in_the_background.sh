(sleep 0.1; echo a?) & read a; echo b?; read b; echo sum $((a + b)); wait
