import System.IO
main = do { hSetBuffering stdout NoBuffering; putStr "a? "; a <- readLn; putStr "b? "; b <- readLn; putStrLn ("sum " ++ show (a + b :: Int)) }
