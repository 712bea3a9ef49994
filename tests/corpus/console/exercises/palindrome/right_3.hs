main :: IO ()
main = do
  word <- getLine
  putStrLn (if word == reverse word then "yes" else "no")
