main :: IO ()
main = go 0 0

go :: Int -> Int -> IO ()
go depth pairs = do
  word <- getLine
  let depth' = if word == "open" then depth + 1 else depth - 1
      pairs' = if word == "open" then pairs + 1 else pairs
  if depth' == 0 then print pairs' else go depth' pairs'
