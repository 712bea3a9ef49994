main :: IO ()
main = do
  x <- readLn
  xs <- readUntilMinusOne
  print (maximum (x : xs) - minimum (x : xs))

readUntilMinusOne :: IO [Int]
readUntilMinusOne = do
  x <- readLn
  if x == -1 then return [] else fmap (x :) readUntilMinusOne
