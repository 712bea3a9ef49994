% Red-black trees: insertion keeps the invariant.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 insertion does not rebalance
%! 2 a case of the rebalancing is missing
%! 3 a black node with two subtrees does not count for the black depth

nat : type.  z : nat.  s : nat -> nat.
colour : type.  red : colour.  black : colour.
tree : type.  empty : tree.  node : (colour, tree, nat, tree) -> tree.

pred less(nat, nat).
less(z, s(_)).
less(s(M), s(N)) :- less(M, N).

% ordered(T, Min, Max, Depth)
pred ordered(tree, nat, nat, nat).
ordered(node(red, empty, N, empty), N, N, z).
ordered(node(black, empty, N, empty), N, N, s(z)).
ordered(node(red, node(black, A, M, B), N, node(black, C, K, D)), Min, Max, Depth) :-
  ordered(node(black, A, M, B), Min, Below, Depth), ordered(node(black, C, K, D), Above, Max, Depth),
  less(Below, N), less(N, Above).
ordered(node(black, empty, N, node(Colour, A, M, B)), N, Max, s(z)) :-
  ordered(node(Colour, A, M, B), Above, Max, z), less(N, Above).
ordered(node(black, node(Colour, A, M, B), N, empty), Min, N, s(z)) :-
  ordered(node(Colour, A, M, B), Min, Below, z), less(Below, N).
ordered(node(black, node(E, A, M, B), N, node(F, C, K, D)), Min, Max, s(Depth)) :-  %- 3
%+ 3 ordered(node(black, node(E, A, M, B), N, node(F, C, K, D)), Min, Max, Depth) :-
  ordered(node(E, A, M, B), Min, Below, Depth), ordered(node(F, C, K, D), Above, Max, Depth),
  less(Below, N), less(N, Above).

pred valid(tree).
valid(T) :- ordered(T, _, _, _).

func balance(tree) = tree.
balance(node(black, node(red, node(red, A, K, B), M, C), N, D)) =  %- 2
  node(red, node(black, A, K, B), M, node(black, C, N, D)) :- !.  %- 2
balance(node(black, node(red, A, K, node(red, B, M, C)), N, D)) =
  node(red, node(black, A, K, B), M, node(black, C, N, D)) :- !.
balance(node(black, A, K, node(red, node(red, B, M, C), N, D))) =
  node(red, node(black, A, K, B), M, node(black, C, N, D)) :- !.
balance(node(black, A, K, node(red, B, M, node(red, C, N, D)))) =
  node(red, node(black, A, K, B), M, node(black, C, N, D)) :- !.
balance(T) = T.

func ins(nat, tree) = tree.
ins(N, empty) = node(red, empty, N, empty).
ins(N, node(C, A, N, B)) = node(C, A, N, B).
ins(N, node(C, A, M, B)) = balance(node(C, ins(N, A), M, B)) :- less(N, M).  %- 1
ins(N, node(C, A, M, B)) = balance(node(C, A, M, ins(N, B))) :- less(M, N).  %- 1
%+ 1 ins(N, node(C, A, M, B)) = node(C, ins(N, A), M, B) :- less(N, M).
%+ 1 ins(N, node(C, A, M, B)) = node(C, A, M, ins(N, B)) :- less(M, N).

func insert(nat, tree) = tree.
insert(N, T) = node(black, A, M, B) :- ins(N, T) = node(_, A, M, B).

#check "insertion" 16 : valid(T) => valid(insert(N, T)).
