% Closure conversion: functions get their free variables from a tuple that is passed along.

#use "list.apl".
#open List.

id  : name_type.
exp : type.
var : id -> exp.
lam : id\exp -> exp.
app : (exp, exp) -> exp.

% After conversion: code is closed, and a closure pairs it with its environment.
code : id\id\exp -> exp.
closure : (exp, exp) -> exp.
apply   : (exp, exp) -> exp.
tuple   : [exp] -> exp.
item    : (exp, int) -> exp.

pred free(exp, [id], [id]).
free(var(X), Seen, Seen)        :- mem(X, Seen), !.
free(var(X), Seen, [X|Seen]).
free(app(E1, E2), Seen, Xs)     :- free(E1, Seen, Ys), free(E2, Ys, Xs).
free(lam(x\E), Seen, Xs)        :- x # Seen, free(E, Seen, Ys), remove(x, Ys, Xs).

% Where a variable is found: a path from a variable to its expression.
type paths = [(id, exp)].

pred positions([id], int, id, paths).
positions([], _, _, []).
positions([X|Xs], N, Env, [(X, item(var(Env), N))|Ps]) :- M is N + 1, positions(Xs, M, Env, Ps).

pred values(paths, [id], [exp]).
values(_, [], []).
values(Ps, [X|Xs], [E|Es])      :- mem((X, E), Ps), values(Ps, Xs, Es).

pred convert(paths, exp, exp).
convert(Ps, var(X), E)          :- mem((X, E), Ps).
convert(Ps, app(E1, E2), apply(C1, C2)) :- convert(Ps, E1, C1), convert(Ps, E2, C2).
convert(Ps, lam(x\E), closure(code(env\x\C), tuple(Es))) :-
  x # Ps,
  free(lam(x\E), [], Xs),
  values(Ps, Xs, Es),
  positions(Xs, 0, env, Qs),
  convert([(x, var(x))|Qs], E, C).

% A closed function has an empty environment.
?- convert([], lam(x\var(x)), C).

% The inner function keeps x.
?- convert([], lam(x\lam(y\app(var(x), var(y)))), C).

?- free(lam(x\app(var(x), app(var(y), lam(z\app(var(z), var(w)))))), [], Xs).
