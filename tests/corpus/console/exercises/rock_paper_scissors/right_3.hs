main :: IO ()
main = do
  a <- getLine
  b <- getLine
  putStrLn (winner a b)

winner :: String -> String -> String
winner a b
  | a == b = "draw"
  | (a, b) `elem` [("rock", "scissors"), ("scissors", "paper"), ("paper", "rock")] = "first"
  | otherwise = "second"
