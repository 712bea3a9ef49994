import Data.Char (isDigit, isUpper)

main :: IO ()
main = do
  word <- getLine
  if ' ' `elem` word
    then putStrLn "no blanks" >> main
    else do
      let points = length (filter ($ word) [long, any isDigit, any isUpper])
      print points
      putStrLn (if points == 3 then "strong" else if points == 2 then "fair" else "weak")

long :: String -> Bool
long word = length word >= 8
