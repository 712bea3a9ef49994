"""Habits of other languages, and slips: each is answered with what to write instead."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError
from refute.languages.console.program import load
from refute.source import Source

READ = "read n : int\n"
LEAVING = ("stop", "quit", "leave", "end", "stop()", "exit()")
PLACES = ("real .1", "real 1", "real{1}", "real[1]", "real.1", "real(.1)")
SLIPS = {
    f"{READ}if n = 0:\n    print 1\n": "`==`",
    f"{READ}if n > 0 && n < 5:\n    print 1\n": "`and`",
    f"{READ}if n > 0 || n < 5:\n    print 1\n": "`or`",
    f"{READ}if n > 0 and < 5:\n    print 1\n": "`0 < n < 10`",
    f"{READ}if !(n > 0):\n    print 1\n": "`not`",
    f"{READ}if n > 0 then:\n    print 1\n": "not by `then`",
    f"{READ}if n > 0\n    print 1\n": "ends with `:`",
    f"{READ}for i in 1..n\n    print 1\n": "ends with `:`",
    f"{READ}if n > 0: print 1\n": "on the next lines",
    f"{READ}if n > 0 {{\n    print 1\n}}\n": "indentation",
    f"{READ}if n is even:\n    print 1\n": "`n mod 2 == 0`",
    f"{READ}IF n > 0:\n    print 1\n": "small letters",
    f"{READ}switch n:\n    print 1\n": "`elif`",
    f"{READ}loop:\n    read x : int\n    break\n": "`exit`",
    f"{READ}repeat n times:\n    print 1\n": "`for i in 1..n:`",
    f"{READ}for i = 1 to n:\n    print 1\n": "`for i in 1..n:`",
    f"{READ}for i in range(n):\n    print 1\n": "`1..10`",
    "input n : int\nprint n\n": "`read x : int`",
    "raed n : int\nprint n\n": "`read`",
    "read n : 1-10\nprint n\n": "`1..10`",
    "read n : 1 to 10\nprint n\n": "`1..10`",
    "read n : [1, 10]\nprint n\n": "`1..10`",
    "read n : range(1, 10)\nprint n\n": "`1..10`",
    "read n : between 1 and 10\nprint n\n": "`1..10`",
    "read n : int (1..10)\nprint n\n": "`read x : 1..10`",
    "read n : int > 0\nprint n\n": "`int & > 0`",
    "read n : int until n > 0\nprint n\n": "`else retry`",
    "read a, b : int\nprint a + b\n": "`read a : int, b : int`",
    "read a : int, int\nprint a\n": "`read a : int, b : int`",
    "read n : integer\nprint n\n": "`int`",
    "read n : Colour\nprint n\n": "`enum Colour = one | two`",
    "read n : int from numbers.txt\nprint n\n": '`"numbers.txt"`',
    "random n : 1..6\nprint n\n": "`choose x : 1..6`",
    "const limit = 10\nread n : int\nprint n\n": "`given limit : int = 10`",
    "def double(x):\n    return 2 * x\n": "`def double(x) = 2 * x`",
    f"{READ}total = 0\nprint n\n": "not assigned",
    f"{READ}print max(n)\n": "`max(n.all)`",
    f"{READ}print average(n.all)\n": "`sum(x.all) / len(x.all)`",
    f"{READ}print Hello\n": '`"Hello"`',
    f"{READ}print N\n": "`n`",
    f'{READ}print f"{{n}}"\n': "leave out the letter",
    f'{READ}print "n is", n\n': '`print "{x} and {y}"`',
    f'{READ}print "n is " + n\n': '`"… {n}"`',
    f'{READ}print "{{n.2f}}"\n': "`{x:.2f}`",
    f"{READ}print n.upper()\n": "`upper(x)`",
    f"{READ}print n if n > 0\n": "`x if condition else y`",
    f"{READ}print n ** 2\n": "`x * x`",
    f"{READ}print n ^ 2\n": "`x * x`",
    f"{READ}print n % 2\n": "`mod`",
    f"{READ}print n // 2\n": "`div`",
    f"{READ}print n;\n": "leave out the `;`",
    f"{READ}if n /= 0:\n    print 1\n": "`!=`",
    f"{READ}if n == 1 or 2:\n    print 1\n": "`or n == 2`",
    f"{READ}while n > 0 do\n    read n : int\n": "not by `do`",
    f"{READ}else if n > 0:\n    print 1\n": "below the block of an `if`",
    f"{READ}unless n > 0:\n    print 1\n": "`if not`",
    f"{READ}for (int i = 0; i < n; i++)\n    print i\n": "`for i in 1..n:`",
    f'{READ}print n == 0 ? "a" : "b"\n': "`x if condition else y`",
    f'{READ}print "yes" when n > 0\n': "`if condition:` above",
    f'{READ}print "a" ++ "b"\n': "joined by `+`",
    f"{READ}x += 1\n": "`sum(x.all)`",
    f"{READ}System.out.println(n)\n": "`print`",
    f'{READ}putStrLn "a"\n': "`print`",
    f"{READ}print n.length\n": "`len(x)`",
    "print “Hello”\n": "straight quotes",
    "n <- readLn\nprint n\n": "`read x : int`",
    "import random\nread n : int\nprint n\n": "leave the line out",
    "try:\n    read n : int\n": "`read x : int else retry:`",
    "/* sum */\nread n : int\nprint n\n": "`#`",
    "read n : [int]\nprint n\n": "`read x : int, ...`",
    "read n : 1...10\nprint n\n": "`1..10`",
    "read n : char\nprint n\n": "`str`",
    "read n : int = 5\nprint n\n": "`given limit : int = 10`",
    'read n : int else "bad"\nprint n\n': "`else retry:`",
    "for i in 1..3:\n    read x[i] : int\nprint sum(x.all)\n": "`x.all`",
    "while true:\n    read n : int\n    if n == 0:\n        exit\n": "`loop:`",
    'read e : {"y", "n"}\nprint "{*}{2 if e == "y" else 1}{*}"\n': "`'y'`",
    f"{READ}print 'it's'\n": '`"it\'s"`',
    **{f"loop:\n    read x : int\n    if x == 0:\n        {word}\n": "`exit`" for word in LEAVING},
    **{f"read t : {text}\nprint t\n": "`real(1)`" for text in PLACES},
    "while True:\n    read n : int\n": "`loop:`",
    "until False:\n    read n : int\n": "`loop:`",
    "while 1:\n    read n : int\n": "`loop:`",
    "loop forever:\n    read n : int\n": "`loop:`",
    "loop 3 times:\n    read n : int\n": "`for i in 1..n:`",
    f"{READ}if n != 0 and:\n    print 1\n": "`n != 0 and n < 10`",
    f"{READ}if :\n    print 1\n": "`if n > 0:`",
    f"{READ}print n +\n": "`n + 1`",
    f"{READ}print\n": "`print n`",
    f"{READ}if n => 0:\n    print 1\n": "`>=`",
    f"{READ}if n not 0:\n    print 1\n": "`!=`",
    f"{READ}if n is 0:\n    print 1\n": "`==`",
    f"{READ}if n equals 0:\n    print 1\n": "`==`",
    f"{READ}if n between 1 and 5:\n    print 1\n": "`1 <= n <= 5`",
    f"{READ}if n > 0 AND n < 5:\n    print 1\n": "small letters",
    f"{READ}if n > 0:\n    print 1\nelse n < 0:\n    print 2\n": "`elif`",
    f"{READ}if n > 0:\n    print 1\notherwise:\n    print 2\n": "`else`",
    f"{READ}for i in 1 to n:\n    print i\n": "`1..10`",
    f"{READ}for each x in n.all:\n    print x\n": "`for v in x.all:`",
    f"{READ}for i in 1..n step 2:\n    print i\n": "`2 * i`",
    f"{READ}print n.sum\n": "`sum(x.all)`",
    f"{READ}print n.last\n": "`x.before(1)`",
    f"{READ}print n.first\n": "`x.all[0]`",
    f"{READ}print .5 * n\n": "`0.5`",
    f"{READ}print 1,5 * n\n": "`1.5`",
    f"{READ}print |n|\n": "`abs(x)`",
    f'{READ}print "{{}}"\n': "`{x}`",
    f"{READ}show n\n": "`print`",
    "read int n\nprint n\n": "`read x : int`",
    "read n :\nprint n\n": "`read x : int`",
    "read n : 1..\nprint n\n": "`>= 1`",
    "read n : {1..6}\nprint n\n": "`read x : 1..10`",
    'read n : "yes" | "no"\nprint n\n': '`{"yes", "no"}`',
    "read n : positive int\nprint n\n": "`int & > 0`",
    "read n : int * 3\nprint n\n": "in a loop",
    "repeat:\n    read x : int\nwhile x > 0\n": "`until`",
    "repeat:\n    read x : int\nuntil x > 0:\n": "no `:`",
    "choose n in 1..6\nprint n\n": "`choose x : 1..6`",
}


@pytest.mark.parametrize("text", SLIPS)
def test_a_slip_is_answered_with_what_to_write(text: str) -> None:
    with pytest.raises(InputError) as failure:
        load(Source("slip.ios", text))
    assert SLIPS[text] in (failure.value.diagnostics[0].help or "")


def test_an_unknown_set_does_not_cascade() -> None:
    text = "read n : int\nif n > 0:\n    read c : Colour\n    print c\n"
    with pytest.raises(InputError) as failure:
        load(Source("slip.ios", text))
    assert [each.code for each in failure.value.diagnostics] == ["IO003"]
