% A nondeterministic automaton and a small language, as grammar rules.

% An automaton for the words over a and b that end in abb. Each state is a nonterminal.
pred start [char] [char].
pred saw_a [char] [char].
pred saw_ab [char] [char].
pred accept [char] [char].

start  --> 'a', start ; 'b', start ; 'a', saw_a.
saw_a  --> 'b', saw_ab.
saw_ab --> 'b', accept.
accept --> {true}.

?- start "aababb" [].
?- start "abba" [].

% Which words of three letters and which of four are accepted?
?- start [A,B,C] [].
?- start [A,B,C,D] [].

% Sums of digits, with their values.
pred digit int [char] [char].
digit 0 --> '0'.
digit 1 --> '1'.
digit 2 --> '2'.
digit 3 --> '3'.

pred total int [char] [char].
total N --> digit N.
total N --> digit M, "+", total K, {N is M + K}.

?- total N "1+2+3" [].

% Lambda terms are read with names that are made from their spelling.
id  : name_type.
exp : type.
var : id -> exp.
lam : id\exp -> exp.
app : (exp, exp) -> exp.

pred letter id [char] [char].
pred term exp [char] [char].
letter X --> [C], {C = 'x' ; C = 'y' ; C = 'z'}, {X is Name.from_string([C])}.
term (var X) --> letter X.
term (lam F) --> "\\", letter X, ".", term E, {F is mk_abs X E}.
term (app(E1, E2)) --> "(", term E1, " ", term E2, ")".

?- term E "\\x.\\y.(x y)" [].
?- term E "\\x.x" [], term E "\\y.y" [].
