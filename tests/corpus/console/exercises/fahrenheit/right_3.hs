import System.IO

main :: IO ()
main = do
  hSetBuffering stdout NoBuffering
  putStr "Celsius: "
  celsius <- readLn
  putStrLn ("Fahrenheit: " ++ show (fahrenheit celsius))

fahrenheit :: Int -> Int
fahrenheit celsius = celsius * 9 `div` 5 + 32
