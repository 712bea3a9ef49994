import Data.List (sort)

main :: IO ()
main = do
  a <- readLn
  b <- readLn
  c <- readLn
  print (sort [a, b, c :: Int] !! 1)
