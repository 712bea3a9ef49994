% A machine with seven instructions that work on lists, and a type system for its programs.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 the type of the second operand of cons is looked up with the first
%! 2 an assignment may skip the variable
%! 3 cons does not store its result

v : name_type.
l : name_type.
value : type.  nil : value.  pair : (value, value) -> value.
ty : type.  nilTy : ty.  listTy : ty -> ty.  consTy : ty -> ty.
instr : type.
jump : l -> instr.
branch : (v, l) -> instr.
first : (v, v) -> instr.
rest : (v, v) -> instr.
cons : (v, v, v) -> instr.
halt : instr.
begin : (instr, instr) -> instr.
type store = [(v, value)].
type context = [(v, ty)].
type code = [(l, instr)].
type contexts = [(l, context)].

% Programs

pred instr_at(code, l, instr).
instr_at([(L, I)|_], L, I).
instr_at([(K, _)|C], L, I) :- K # L, instr_at(C, L, I).

% Types

pred type_of(context, v, ty).
type_of([(X, T)|_], X, T).
type_of([(Y, _)|G], X, T) :- X # Y, type_of(G, X, T).

pred retyped(context, v, ty, context).
retyped([], X, T, [(X, T)]).
retyped([(X, _)|G], X, T, [(X, T)|G]).
retyped([(Y, U)|G], X, T, [(Y, U)|H]) :- X # Y, retyped(G, X, T, H).

pred context_at(contexts, l, context).
context_at([(L, G)|_], L, G).
context_at([(K, _)|P], L, G) :- K # L, context_at(P, L, G).

pred below(ty, ty).
below(T, T).
below(nilTy, listTy(_)).
below(listTy(T), listTy(U)) :- below(T, U).
below(consTy(T), listTy(U)) :- below(T, U).
below(consTy(T), consTy(U)) :- below(T, U).

pred join(ty, ty, ty).
join(T, T, T).
join(listTy(T), nilTy, listTy(T)).
join(nilTy, listTy(T), listTy(T)).
join(listTy(T), consTy(U), V) :- join(listTy(T), listTy(U), V).
join(consTy(T), listTy(U), V) :- join(listTy(T), listTy(U), V).
join(listTy(T), listTy(U), listTy(V)) :- join(T, U, V).
join(consTy(T), nilTy, listTy(T)).
join(nilTy, consTy(T), listTy(T)).
join(consTy(T), consTy(U), consTy(V)) :- join(T, U, V).

pred covers(context, context).
covers(_, []).
covers(G, [(X, T)|H]) :- type_of(G, X, U), below(U, T), covers(G, H).

pred instr_ok(contexts, context, instr, context).
instr_ok(P, G, begin(I, J), K) :- instr_ok(P, G, I, H), instr_ok(P, H, J, K).
instr_ok(P, G, branch(X, L), K) :-
  type_of(G, X, listTy(T)), context_at(P, L, J), retyped(G, X, nilTy, H), covers(H, J),
  retyped(H, X, consTy(T), K).
instr_ok(P, G, branch(X, L), G) :-
  type_of(G, X, consTy(_)), context_at(P, L, J), retyped(G, X, nilTy, H), covers(H, J).
instr_ok(P, G, branch(X, L), G) :- type_of(G, X, nilTy), context_at(P, L, J), covers(G, J).
instr_ok(_, G, first(X, Y), H) :- type_of(G, X, consTy(T)), retyped(G, Y, T, H).
instr_ok(_, G, rest(X, Y), H) :- type_of(G, X, consTy(T)), retyped(G, Y, listTy(T), H).
instr_ok(_, G, cons(X, Y, Z), H) :-  %- 1
  type_of(G, X, T), type_of(G, Y, U), join(listTy(T), U, listTy(V)), retyped(G, Z, consTy(V), H).  %- 1
%+ 1 instr_ok(_, G, cons(X, _, Z), H) :-
%+ 1   type_of(G, X, T), type_of(G, X, U), join(listTy(T), U, listTy(V)), retyped(G, Z, consTy(V), H).

pred block_ok(contexts, context, instr).
block_ok(_, _, halt).
block_ok(P, G, begin(I, J)) :- instr_ok(P, G, I, H), block_ok(P, H, J).
block_ok(P, G, jump(L)) :- context_at(P, L, H), covers(G, H).

pred code_ok(contexts, code).
code_ok(_, []).
code_ok(P, [(L, I)|C]) :- context_at(P, L, G), block_ok(P, G, I), code_ok(P, C).

pred named(contexts, code).
named([], _).
named([(L, _)|P], C) :- instr_at(C, L, _), named(P, C).

% Steps

pred value_of(store, v, value).
value_of([(X, V)|_], X, V).
value_of([(Y, _)|R], X, V) :- X # Y, value_of(R, X, V).

pred assigned(store, v, value, store).
assigned([], X, V, [(X, V)]).
assigned([(X, _)|R], X, V, [(X, V)|R]).
assigned([(Y, W)|R], X, V, [(Y, W)|S]) :- X # Y, assigned(R, X, V, S).  %- 2
%+ 2 assigned([(Y, W)|R], X, V, [(Y, W)|S]) :- assigned(R, X, V, S).

pred step(code, store, instr, store, instr).
step(_, R, begin(begin(I, J), K), R, begin(I, begin(J, K))).
step(_, R, begin(first(X, Y), I), S, I) :- value_of(R, X, pair(V, _)), assigned(R, Y, V, S).
step(_, R, begin(rest(X, Y), I), S, I) :- value_of(R, X, pair(_, W)), assigned(R, Y, W, S).
step(_, R, begin(cons(X, Y, Z), I), S, I) :-  %- 3
  value_of(R, X, V), value_of(R, Y, W), assigned(R, Z, pair(V, W), S).  %- 3
%+ 3 step(_, R, begin(cons(X, Y, Z), I), R, I) :-
%+ 3   value_of(R, X, V), value_of(R, Y, W), assigned(R, Z, pair(V, W), _).
step(_, R, begin(branch(X, _), I), R, I) :- value_of(R, X, pair(_, _)).
step(C, R, begin(branch(X, L), _), R, I) :- value_of(R, X, nil), instr_at(C, L, I).
step(C, R, jump(L), R, I) :- instr_at(C, L, I).

pred steps(code, store, instr, store, instr).
steps(_, R, I, R, I).
steps(C, R, I, S, K) :- step(C, R, I, Q, J), steps(C, Q, J, S, K).

pred goes_on(code, store, instr).
goes_on(_, _, halt).
goes_on(C, R, I) :- step(C, R, I, _, _).

% Stores

pred has_type(value, ty).
has_type(nil, nilTy).
has_type(nil, listTy(_)).
has_type(pair(V, W), consTy(T)) :- has_type(V, T), has_type(W, listTy(T)).
has_type(pair(V, W), listTy(T)) :- has_type(V, T), has_type(W, listTy(T)).

pred stored(store, context).
stored(_, []).
stored(R, [(X, T)|G]) :- X # G, value_of(R, X, V), has_type(V, T), stored(R, G).

pred assigns(instr).
assigns(first(_, _)).
assigns(rest(_, _)).
assigns(cons(_, _, _)).

#check "stores" 9 :
  assigns(I), instr_ok([], G, I, H), stored(R, G), step([], R, begin(I, halt), S, halt) => stored(S, H).
#check "soundness" 14 :
  code_ok(P, C), named(P, C), context_at(P, l0, [(v0, nilTy)]),
  instr_at(C, l0, J), steps(C, [(v0, nil)], J, R, I) => goes_on(C, R, I).
#check "deterministic" 9 : step(C, R, I, S, J), step(C, R, I, Q, K) => (S, J) = (Q, K).
