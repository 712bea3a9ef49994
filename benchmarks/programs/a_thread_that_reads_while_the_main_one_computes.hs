import Control.Concurrent
import Control.Exception
import System.IO
main = do { hSetBuffering stdout LineBuffering; lines <- newChan; _ <- forkIO (getContents >>= mapM_ (writeChan lines) . Prelude.lines); putStrLn "a?"; a <- readChan lines; _ <- evaluate (foldr (\x y -> (x * 7 + y) `mod` 1000003) 0 [1 .. 300000 + read a :: Int]); putStrLn "b?"; b <- readChan lines; putStrLn ("sum " ++ show (read a + read b :: Int)) }
