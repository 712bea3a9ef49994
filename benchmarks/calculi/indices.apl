% Names to indices and back.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 function and argument change places on the way back
%! 2 all variables are the innermost one

id : name_type.
exp : type.  var : id -> exp.  app : (exp, exp) -> exp.  lam : id\exp -> exp.
nat : type.  z : nat.  s : nat -> nat.
db : type.  ix : nat -> db.  dapp : (db, db) -> db.  dlam : db -> db.

pred index([id], id, nat).
index([X|_], X, z).
index([Y|G], X, s(N)) :- X # Y, index(G, X, N).  %- 2
%+ 2 index([Y|G], X, N) :- X # Y, index(G, X, N).

pred to([id], exp, db).
to(G, var(X), ix(N)) :- index(G, X, N).
to(G, app(E, F), dapp(D, C)) :- to(G, E, D), to(G, F, C).
to(G, lam(x\E), dlam(D)) :- x # G, to([x|G], E, D).

pred nth([id], nat, id).
nth([X|_], z, X).
nth([_|G], s(N), X) :- nth(G, N, X).
pred back([id], db, exp).
back(G, ix(N), var(X)) :- nth(G, N, X).
back(G, dapp(D, C), app(E, F)) :- back(G, D, E), back(G, C, F).  %- 1
%+ 1 back(G, dapp(D, C), app(F, E)) :- back(G, D, E), back(G, C, F).
back(G, dlam(D), lam(x\E)) :- x # G, back([x|G], D, E).

#check "functional" 10 : to([], E, D), to([], E, C) => D = C.
#check "round trip" 10 : to([], E, D), back([], D, F) => E = F.
#check "total" 10 : to([], E, D) => back([], D, E).
