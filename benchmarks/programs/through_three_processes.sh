(echo a?; read a; echo b?; read b; echo sum $((a + b))) | cat | cat | cat
