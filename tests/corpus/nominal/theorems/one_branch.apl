id  : name_type.
ty  : type.
boolTy : ty.
funTy  : (ty, ty) -> ty.

exp : type.
var : id -> exp.
lam : (id\exp, ty) -> exp.
app : (exp, exp) -> exp.
yes : exp.
no  : exp.
if  : (exp, exp, exp) -> exp.

pred of([(id, ty)], exp, ty).
of([(X, T)|_], var(X), T).
of([(Y, _)|G], var(X), T)       :- X # Y, of(G, var(X), T).
of(G, lam(x\M, T), funTy(T, U)) :- x # G, of([(x, T)|G], M, U).
of(G, app(M, N), U)             :- of(G, M, funTy(T, U)), of(G, N, T).
of(_, yes, boolTy).
of(_, no, boolTy).
of(G, if(L, M, N), T)           :- of(G, L, boolTy), of(G, M, T).

func subst(exp, id, exp) = exp.
subst(var(X), X, V)       = V.
subst(var(Y), X, _)       = var(Y)                                             :- X # Y.
subst(lam(y\M, T), X, V)  = lam(y\subst(M, X, V), T)                           :- y # (X, V).
subst(app(M, N), X, V)    = app(subst(M, X, V), subst(N, X, V)).
subst(yes, _, _)          = yes.
subst(no, _, _)           = no.
subst(if(L, M, N), X, V)  = if(subst(L, X, V), subst(M, X, V), subst(N, X, V)).

pred value(exp).
value(yes).
value(no).
value(lam(_, _)).

pred step(exp, exp).
step(app(lam(x\M, _), V), subst(M, x, V)) :- value(V).
step(app(M, N), app(M', N))               :- step(M, M').
step(app(V, N), app(V, N'))               :- value(V), step(N, N').
step(if(yes, M, _), M).
step(if(no, _, N), N).
step(if(L, M, N), if(L', M, N))           :- step(L, L').

pred steps(exp).
steps(app(lam(_, _), V)) :- value(V).
steps(app(M, _))         :- steps(M).
steps(app(V, N))         :- value(V), steps(N).
steps(if(yes, _, _)).
steps(if(no, _, _)).
steps(if(L, _, _))       :- steps(L).

pred progresses(exp).
progresses(M) :- value(M).
progresses(M) :- steps(M).

#check "preservation" 6 : of([], M, T), step(M, M') => of([], M', T).
#check "progress" 6     : of([], M, T) => progresses(M).
