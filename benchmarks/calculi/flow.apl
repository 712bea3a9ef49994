% Information flow: a program that is well typed does not let the secret reach what is public.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 a secret may be assigned to the public variable
%! 2 a branch on a secret does not raise the level of what it assigns
%! 3 the level of a sum is that of its left part

level : type.  public : level.  secret : level.
nat : type.  z : nat.  s : nat -> nat.
cell : type.  open : cell.  hidden : cell.
exp : type.  num : nat -> exp.  get : cell -> exp.  plus : (exp, exp) -> exp.
com : type.  skip : com.  set : (cell, exp) -> com.  seq : (com, com) -> com.
when : (exp, com) -> com.

pred below(level, level).
below(public, _).
below(secret, secret).

pred join(level, level, level).
join(public, L, L).
join(secret, _, secret).

func level_of(cell) = level.
level_of(open) = public.
level_of(hidden) = secret.

pred of(exp, level).
of(num(_), public).
of(get(C), level_of(C)).
of(plus(M, N), L) :- of(M, K1), of(N, K2), join(K1, K2, L).  %- 3
%+ 3 of(plus(M, N), L) :- of(M, L), of(N, _).

% ok(Level, Command): it assigns only what is at least as secret as the level.
pred ok(level, com).
ok(_, skip).
ok(L, set(C, M)) :- of(M, K), join(L, K, J), below(J, level_of(C)).  %- 1
%+ 1 ok(L, set(C, M)) :- of(M, _), below(L, level_of(C)).
ok(L, seq(P, Q)) :- ok(L, P), ok(L, Q).
ok(L, when(M, P)) :- of(M, K), join(L, K, J), ok(J, P).  %- 2
%+ 2 ok(L, when(M, P)) :- of(M, _), ok(L, P).

pred sum(nat, nat, nat).
sum(z, N, N).
sum(s(M), N, s(K)) :- sum(M, N, K).

% value(Open, Hidden, Expression, Value), run(Open, Hidden, Command, Open, Hidden)
pred value(nat, nat, exp, nat).
value(_, _, num(N), N).
value(O, _, get(open), O).
value(_, H, get(hidden), H).
value(O, H, plus(M, N), K) :- value(O, H, M, I), value(O, H, N, J), sum(I, J, K).

pred run(nat, nat, com, nat, nat).
run(O, H, skip, O, H).
run(O, H, set(open, M), V, H) :- value(O, H, M, V).
run(O, H, set(hidden, M), O, V) :- value(O, H, M, V).
run(O, H, seq(P, Q), O'', H'') :- run(O, H, P, O', H'), run(O', H', Q, O'', H'').
run(O, H, when(M, _), O, H) :- value(O, H, M, z).
run(O, H, when(M, P), O', H') :- value(O, H, M, s(_)), run(O, H, P, O', H').

#check "noninterference" 9 : ok(public, P), run(O, H1, P, O1, _), run(O, H2, P, O2, _) => O1 = O2.
