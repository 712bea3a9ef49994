import Data.Char (digitToInt)

main :: IO ()
main = do
  digits <- getLine
  print (sum (map digitToInt digits))
