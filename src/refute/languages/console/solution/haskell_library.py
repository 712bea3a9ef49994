"""Support functions of solutions in Haskell, and modules of the library."""

from __future__ import annotations

import re
from collections.abc import Mapping

HELPERS: Mapping[str, str] = {
    "oneOf": """oneOf :: [a] -> IO a
oneOf values = do
    index <- randomFrom 0 (genericLength values - 1)
    return (genericIndex values index)
""",
    "randomFrom": """randomFrom :: Integer -> Integer -> IO Integer
randomFrom low high = do
    old <- readIORef seed
    let new = (old * 1103515245 + 12345) `mod` 2147483648
    writeIORef seed new
    return (low + (new `div` 1000) `mod` (high - low + 1))

seed :: IORef Integer
seed = unsafePerformIO (getCPUTime >>= newIORef . (`div` 1000))
{-# NOINLINE seed #-}
""",
    "pieces": """pieces :: String -> String -> [String]
pieces separator text = go "" text
  where
    go piece "" = [reverse piece]
    go piece rest@(c : cs)
      | take (length separator) rest == separator =
          reverse piece : go "" (drop (length separator) rest)
      | otherwise = go (c : piece) cs""",
    "piecesBy": """piecesBy :: String -> String -> [String]
piecesBy separators text = case break (`elem` separators) text of
    (piece, "") -> [piece]
    (piece, _ : rest) -> piece : piecesBy separators rest
""",
    "isInteger": """isInteger :: String -> Bool
isInteger text = isJust (readMaybe text :: Maybe Integer)
""",
    "isDecimal": """isDecimal :: String -> Bool
isDecimal text = isJust (readMaybe text :: Maybe Double)
""",
    "rounded": """rounded :: Double -> Integer
rounded number = signum sized * floor (abs number + 0.5)
  where sized = if number < 0 then -1 else 1
""",
    "roundedTo": """roundedTo :: Double -> Integer -> Double
roundedTo number places = fromIntegral (rounded (number * 10 ^ places)) / 10 ^ places
""",
    "slice": """slice :: [a] -> Integer -> Integer -> [a]
slice list low high = genericDrop (place low) (genericTake (place high) list)
  where
    place index = if index < 0 then genericLength list + index else index
""",
    "textIndex": """textIndex :: String -> Integer -> String
textIndex text index = [genericIndex text (if index < 0 then genericLength text + index else index)]
""",
    "listIndex": """listIndex :: [a] -> Integer -> a
listIndex list index = genericIndex list (if index < 0 then genericLength list + index else index)
""",
}
_MODULES: Mapping[str, tuple[str, ...]] = {
    "Control.Monad": ("forM_", "when"),
    "Data.Char": ("toUpper", "toLower", "isAlpha", "isDigit", "ord", "chr", "isSpace"),
    "Data.IORef": ("IORef", "newIORef", "readIORef", "writeIORef"),
    "Data.List": (
        "genericLength", "genericIndex", "genericReplicate", "genericTake", "genericDrop",
        "intercalate", "isInfixOf", "isPrefixOf", "isSuffixOf", "nub", "sort", "dropWhileEnd",
    ),
    "Data.Maybe": ("isJust",),
    "System.CPUTime": ("getCPUTime",),
    "System.Environment": ("getArgs",),
    "System.IO": (
        "Handle", "IOMode (..)", "getContents'", "hClose",
        "hGetContents'", "hGetLine", "hIsEOF", "hPrint", "hPutStrLn", "isEOF", "openFile",
    ),
    "System.IO.Unsafe": ("unsafePerformIO",),
    "Text.Printf": ("hPrintf", "printf"),
    "Text.Read": ("readMaybe",),
}  # fmt: skip


def imports(text: str) -> str:
    """The lines that import what a program needs."""
    lines = []
    for module, names in _MODULES.items():
        used = [name for name in names if re.search(rf"\b{_sign(name)}(?![\w'])", text)]
        if used:
            lines.append(f"import {module} ({', '.join(sorted(used))})")
    return "\n".join(lines) + ("\n\n" if lines else "")


def _sign(name: str) -> str:
    """The text that shows that a program needs something from a module."""
    return "openFile" if name == "IOMode (..)" else name
