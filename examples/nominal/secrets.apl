% A small imperative language whose type systems keep secrets (Volpano, Irvine, Smith).
% Levels are numerals. A table gives every variable its level; a state gives it a value.
nat : type.
z : nat.
s : nat -> nat.

pred le(nat, nat).
le(z, _).
le(s(M), s(N)) :- le(M, N).

pred lt(nat, nat).
lt(z, s(_)).
lt(s(M), s(N)) :- lt(M, N).

pred max(nat, nat, nat).
max(z, N, N).
max(s(M), z, s(M)).
max(s(M), s(N), s(K)) :- max(M, N, K).

pred add(nat, nat, nat).
add(z, N, N).
add(s(M), N, s(K)) :- add(M, N, K).

id : name_type.
aexp : type.
num : nat -> aexp.
var : id -> aexp.
plus : (aexp, aexp) -> aexp.

truth : type.
yes : truth.
no : truth.

bexp : type.
lit : truth -> bexp.
less : (aexp, aexp) -> bexp.
neg : bexp -> bexp.
both : (bexp, bexp) -> bexp.

cmd : type.
skip : cmd.
assign : (id, aexp) -> cmd.
seq : (cmd, cmd) -> cmd.
cond : (bexp, cmd, cmd) -> cmd.
while : (bexp, cmd) -> cmd.

type state = [(id, nat)].
type table = [(id, nat)].

% Evaluation

pred look(state, id, nat).
look([(X, V)|_], X, V).
look([(Y, _)|S], X, V) :- X # Y, look(S, X, V).

pred update(state, id, nat, state).
update([(X, _)|S], X, V, [(X, V)|S]).
update([(Y, W)|S], X, V, [(Y, W)|S']) :- X # Y, update(S, X, V, S').

pred aval(aexp, state, nat).
aval(num(N), _, N).
aval(var(X), S, V) :- look(S, X, V).
aval(plus(A, B), S, N) :- aval(A, S, I), aval(B, S, J), add(I, J, N).

pred bval(bexp, state, truth).
bval(lit(B), _, B).
bval(less(A, B), S, yes) :- aval(A, S, I), aval(B, S, J), lt(I, J).
bval(less(A, B), S, no) :- aval(A, S, I), aval(B, S, J), le(J, I).
bval(neg(B), S, yes) :- bval(B, S, no).
bval(neg(B), S, no) :- bval(B, S, yes).
bval(both(A, B), S, yes) :- bval(A, S, yes), bval(B, S, yes).
bval(both(A, _), S, no) :- bval(A, S, no).
bval(both(A, B), S, no) :- bval(A, S, yes), bval(B, S, no).

pred eval(state, cmd, state).
eval(S, skip, S).
eval(S, assign(X, A), S') :- aval(A, S, V), update(S, X, V, S').
eval(S, seq(C, D), S'') :- eval(S, C, S'), eval(S', D, S'').
eval(S, cond(B, C, _), S') :- bval(B, S, yes), eval(S, C, S').
eval(S, cond(B, _, D), S') :- bval(B, S, no), eval(S, D, S').
eval(S, while(B, _), S) :- bval(B, S, no).
eval(S, while(B, C), S'') :- bval(B, S, yes), eval(S, C, S'), eval(S', while(B, C), S'').

% Levels of expressions

pred asec(aexp, table, nat).
asec(num(_), _, z).
asec(var(X), T, L) :- look(T, X, L).
asec(plus(A, B), T, L) :- asec(A, T, I), asec(B, T, J), max(I, J, L).

pred bsec(bexp, table, nat).
bsec(lit(_), _, z).
bsec(less(A, B), T, L) :- asec(A, T, I), asec(B, T, J), max(I, J, L).
bsec(neg(B), T, L) :- bsec(B, T, L).
bsec(both(A, B), T, L) :- bsec(A, T, I), bsec(B, T, J), max(I, J, L).

% The syntax-directed system

pred st(nat, table, cmd).
st(_, _, skip).
st(L, T, assign(X, A)) :- look(T, X, LX), asec(A, T, LA), le(LA, LX), le(L, LX).
st(L, T, seq(C, D)) :- st(L, T, C), st(L, T, D).
st(L, T, cond(B, C, D)) :- bsec(B, T, LB), max(LB, L, K), st(K, T, C), st(K, T, D).
st(L, T, while(B, C)) :- bsec(B, T, LB), max(LB, L, K), st(K, T, C).

% The declarative system. A command that is typed at a level is typed at all lower ones; it is
% enough to go up to the highest level of the table, because above it nothing more can be typed.

pred exceeds(table, nat).
exceeds([(_, K)|_], L) :- lt(L, K).
exceeds([(_, K)|T], L) :- le(K, L), exceeds(T, L).

pred std(nat, table, cmd).
std(_, _, skip).
std(L, T, assign(X, A)) :- look(T, X, LX), asec(A, T, LA), le(LA, LX), le(L, LX).
std(L, T, seq(C, D)) :- std(L, T, C), std(L, T, D).
std(L, T, cond(B, C, D)) :- bsec(B, T, LB), le(LB, L), std(L, T, C), std(L, T, D).
std(L, T, while(B, C)) :- bsec(B, T, LB), le(LB, L), std(L, T, C).
std(L, T, C) :- exceeds(T, L), std(s(L), T, C).

% Termination-sensitive: loops must not depend on secrets

pred stT(nat, table, cmd).
stT(_, _, skip).
stT(L, T, assign(X, A)) :- look(T, X, LX), asec(A, T, LA), le(LA, LX), le(L, LX).
stT(L, T, seq(C, D)) :- stT(L, T, C), stT(L, T, D).
stT(L, T, cond(B, C, D)) :- bsec(B, T, LB), max(LB, L, K), stT(K, T, C), stT(K, T, D).
stT(z, T, while(B, C)) :- bsec(B, T, z), stT(z, T, C).

pred stTd(nat, table, cmd).
stTd(_, _, skip).
stTd(L, T, assign(X, A)) :- look(T, X, LX), asec(A, T, LA), le(LA, LX), le(L, LX).
stTd(L, T, seq(C, D)) :- stTd(L, T, C), stTd(L, T, D).
stTd(L, T, cond(B, C, D)) :- bsec(B, T, LB), le(LB, L), stTd(L, T, C), stTd(L, T, D).
stTd(z, T, while(B, C)) :- bsec(B, T, z), stTd(z, T, C).
stTd(L, T, C) :- exceeds(T, L), stTd(s(L), T, C).

% States over the variables of a table, which are different ones

pred over(table, state).
over([], []).
over([(X, _)|T], [(X, _)|S]) :- X # T, over(T, S).

pred below(nat, table, state, state).
below(_, [], [], []).
below(L, [(X, K)|T], [(X, V)|S], [(X, V)|R]) :- lt(K, L), below(L, T, S, R).
below(L, [(X, K)|T], [(X, _)|S], [(X, _)|R]) :- le(L, K), below(L, T, S, R).

pred upto(nat, table, state, state).
upto(_, [], [], []).
upto(L, [(X, K)|T], [(X, V)|S], [(X, V)|R]) :- le(K, L), upto(L, T, S, R).
upto(L, [(X, K)|T], [(X, _)|S], [(X, _)|R]) :- lt(L, K), upto(L, T, S, R).

#check "conf" 5 : eval(S, C, S'), st(L, T, C), over(T, S) => below(L, T, S, S').
#check "ni" 5 : st(z, T, C), eval(S, C, S'), eval(R, C, R'), over(T, S), upto(L, T, S, R) => upto(L, T, S', R').
#check "st-std" 8 : st(L, T, C) => std(L, T, C).
#check "std-st" 8 : std(L, T, C) => st(L, T, C).
#check "stT-stTd" 8 : stT(L, T, C) => stTd(L, T, C).
#check "stTd-stT" 8 : stTd(L, T, C) => stT(L, T, C).
