% Theorems about lists of numerals: distinct and sorted lists.
nat : type.
z : nat.
s : nat -> nat.

pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).

pred lt(nat, nat).
lt(z, s(_)).
lt(s(M), s(N)) :- lt(M, N).

pred differ(nat, nat).
differ(z, s(_)).
differ(s(_), z).
differ(s(M), s(N)) :- differ(M, N).

pred absent(nat, [nat]).
absent(_, []).
absent(X, [Y|L]) :- differ(X, Y), absent(X, L).

pred distinct([nat]).
distinct([]).
distinct([X|L]) :- absent(X, L), distinct(L).

pred remove(nat, [nat], [nat]).
remove(_, [], []).
remove(X, [X|L], L).
remove(X, [Y|L], [Y|K]) :- differ(X, Y), remove(X, L, K).

pred zip([nat], [nat], [(nat, nat)]).
zip([], _, []).
zip([_|_], [], []).
zip([X|L], [Y|K], [(X, Y)|P]) :- zip(L, K, P).

pred differ_pair((nat, nat), (nat, nat)).
differ_pair((A, _), (B, _)) :- differ(A, B).
differ_pair((_, A), (_, B)) :- differ(A, B).

pred absent_pair((nat, nat), [(nat, nat)]).
absent_pair(_, []).
absent_pair(P, [Q|L]) :- differ_pair(P, Q), absent_pair(P, L).

pred distinct_pairs([(nat, nat)]).
distinct_pairs([]).
distinct_pairs([P|L]) :- absent_pair(P, L), distinct_pairs(L).

pred sorted([nat]).
sorted([]).
sorted([_]).
sorted([X, Y|L]) :- le(X, Y), sorted([Y|L]).

pred member(nat, [nat]).
member(X, [X|_]).
member(X, [Y|L]) :- differ(X, Y), member(X, L).

pred without_duplicates([nat], [nat]).
without_duplicates([], []).
without_duplicates([X|L], K) :- member(X, L), without_duplicates(L, K).
without_duplicates([X|L], [X|K]) :- absent(X, L), without_duplicates(L, K).

pred insert(nat, [nat], [nat]).
insert(X, [], [X]).
insert(X, [Y|L], [X, Y|L]) :- le(X, Y).
insert(X, [Y|L], [Y|K]) :- lt(Y, X), insert(X, L, K).

pred length([nat], nat).
length([], z).
length([_|L], s(N)) :- length(L, N).

pred nth(nat, [nat], nat).
nth(z, [X|_], X).
nth(s(N), [_|L], X) :- nth(N, L, X).

#check "D1" 10 : distinct([X|L]) => distinct(L).
#check "D2" 10 : distinct(L), remove(X, L, K) => distinct(K).
#check "D3" 10 : distinct(L), distinct(K), zip(L, K, P) => distinct_pairs(P).
#check "S1" 10 : sorted(L), without_duplicates(L, K) => sorted(K).
#check "S2" 10 : sorted(L), insert(X, L, K) => sorted(K).
#check "S3" 10 : sorted(L), length(L, N), le(I, J), lt(J, N), nth(I, L, X), nth(J, L, Y) => le(X, Y).
