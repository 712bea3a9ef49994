import Control.Monad (replicateM)

main :: IO ()
main = do
  n <- readLn
  numbers <- replicateM n readLn :: IO [Int]
  wanted <- readLn
  putStrLn (if wanted `elem` numbers then "found" else "missing")
