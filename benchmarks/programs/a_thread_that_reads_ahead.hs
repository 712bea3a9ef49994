import Control.Concurrent
import System.IO
main = do { hSetBuffering stdout LineBuffering; lines <- newChan; _ <- forkIO (getContents >>= mapM_ (writeChan lines) . Prelude.lines); putStrLn "a?"; a <- readChan lines; putStrLn "b?"; b <- readChan lines; putStrLn ("sum " ++ show (read a + read b :: Int)) }
