import Control.Monad (replicateM)

main :: IO ()
main = do
  n <- readLn
  xs <- replicateM n readLn
  print (product (filter (/= 0) xs) :: Int)
