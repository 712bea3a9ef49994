main :: IO ()
main = do
  n <- readLn
  print (length (takeWhile (/= 1) (iterate next n)))

next :: Int -> Int
next n
  | even n = n `div` 2
  | otherwise = 3 * n + 1
