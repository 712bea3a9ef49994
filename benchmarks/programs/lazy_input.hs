main = interact (\text -> "a?\n" ++ asked (lines text)) where { asked (a : rest) = "b?\n" ++ told a rest; told a (b : _) = "sum " ++ show (read a + read b :: Int) ++ "\n" }
