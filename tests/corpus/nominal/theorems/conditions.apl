% Cuts, conditions and negation among the hypotheses and in the conclusion.
nat : type.
z : nat.
s : nat -> nat.
pred num(nat).
num(z).
num(s(N)) :- num(N).
pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).
pred even(nat).
even(z).
even(s(s(N))) :- even(N).
pred max(nat, nat, nat).
max(M, N, K) :- le(M, N) -> K = N | K = M.
pred min(nat, nat, nat).
min(M, N, K) :- le(M, N), !, K = M.
min(_, N, N).
#check "max" 4 : num(M), num(N), max(M, N, K) => le(M, K).
#check "not max" 4 : num(M), num(N), max(M, N, K) => le(K, M).
#check "min" 4 : num(M), num(N), min(M, N, K) => le(K, N).
#check "not min" 4 : num(M), num(N), min(M, N, K) => le(N, K).
#check "odd" 5 : num(N), not(even(N)) => N = s(z).
#check "in the conclusion" 4 : num(M), num(N) => max(M, N, N).
