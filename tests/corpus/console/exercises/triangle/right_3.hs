main :: IO ()
main = do
  a <- readLn
  b <- readLn
  c <- readLn
  putStrLn (kind a b c)

kind :: Int -> Int -> Int -> String
kind a b c
  | 2 * maximum [a, b, c] >= a + b + c = "no triangle"
  | a == b && b == c = "equilateral"
  | a == b || b == c || a == c = "isosceles"
  | otherwise = "scalene"
