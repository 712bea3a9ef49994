% Terms with names, to and from terms with numbers (de Bruijn).

id  : name_type.
exp : type.
var : id -> exp.
lam : id\exp -> exp.
app : (exp, exp) -> exp.

nat : type.
z : nat.
s : nat -> nat.

db : type.
ix   : nat -> db.
fun  : db -> db.
call : (db, db) -> db.

pred index([id], id, nat).
index([X|_], X, z).
index([Y|Xs], X, s(N))      :- X # Y, index(Xs, X, N).

% One relation for both directions.
pred same([id], exp, db).
same(Xs, var(X), ix(N))             :- index(Xs, X, N).
same(Xs, app(E1, E2), call(D1, D2)) :- same(Xs, E1, D1), same(Xs, E2, D2).
same(Xs, lam(x\E), fun(D))          :- x # Xs, same([x|Xs], E, D).

?- same([], lam(x\lam(y\app(var(x), app(var(y), var(x))))), D).
?- same([], E, fun(fun(call(ix(s(z)), call(ix(z), ix(s(z))))))).

% Terms that differ only in the names they bind have the same numbers.
?- same([], lam(x\lam(x\var(x))), D), same([], E, D).

% A number that leads out of the term stands for no name.
?- same([], E, fun(ix(s(z)))).

% All closed terms with this outline.
?- E = lam(x\lam(y\app(var(_), var(_)))), same([], E, D).
