import Data.Char (isSpace)

main :: IO ()
main = do
  text <- getContents
  let kept = filter (not . all isSpace) (lines text)
  writeFile "out.txt" (unlines (zipWith number [1 ..] kept))
  print (length kept)
  print (sum (map length kept))

number :: Int -> String -> String
number n line = show n ++ ": " ++ line
