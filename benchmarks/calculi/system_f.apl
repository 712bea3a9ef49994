% System F: a closed term keeps its type.
% A line that ends with `%- n` is missing in variant n, one that begins with `%+ n` is only there.
%
%! 1 types in annotations are not replaced
%! 2 the argument of a type application need not be well formed
%! 3 the type of a type abstraction binds nothing
%! 4 substitution in a function type forgets the result

#use "list.apl".
#open List.
tid : name_type. id : name_type.
ty : type. tvar : tid -> ty. arrow : (ty,ty) -> ty. all : tid\ty -> ty.
exp : type. var : id -> exp. lam : (ty, id\exp) -> exp. app : (exp,exp) -> exp.
tlam : tid\exp -> exp. tapp : (exp, ty) -> exp.
func tsub(ty, ty, tid) = ty.
tsub(tvar(A), T, A) = T.
tsub(tvar(B), _, A) = tvar(B) :- A # B.
tsub(arrow(S1,S2), T, A) = arrow(tsub(S1,T,A), tsub(S2,T,A)).  %- 4
%+ 4 tsub(arrow(S1,S2), T, A) = arrow(tsub(S1,T,A), S2).
tsub(all(b\S), T, A) = all(b\tsub(S,T,A)) :- b # (T,A).
pred wf([tid], ty).
wf(D, tvar(A)) :- mem(A, D).
wf(D, arrow(S,T)) :- wf(D,S), wf(D,T).
wf(D, all(a\T)) :- a # D, wf([a|D], T).
pred of([tid], [(id,ty)], exp, ty).
of(_, G, var(X), T) :- mem((X,T), G).
of(D, G, lam(S, x\E), arrow(S,T)) :- x # G, wf(D,S), of(D, [(x,S)|G], E, T).
of(D, G, app(E1,E2), T) :- of(D,G,E1,arrow(S,T)), of(D,G,E2,S).
of(D, G, tlam(a\E), all(a\T)) :- a # (D,G), of([a|D], G, E, T).  %- 3
%+ 3 of(D, G, tlam(a\E), all(b\T)) :- a # (D,G), of([a|D], G, E, T).
of(D, G, tapp(E,S), tsub(T,S,a)) :- wf(D,S), of(D,G,E,all(a\T)).  %- 2
%+ 2 of(D, G, tapp(E,S), tsub(T,S,a)) :- of(D,G,E,all(a\T)).
func esub(exp, exp, id) = exp.
esub(var(X), V, X) = V.
esub(var(Y), _, X) = var(Y) :- X # Y.
esub(lam(T,y\E), V, X) = lam(T,y\esub(E,V,X)) :- y # (V,X).
esub(app(M,N), V, X) = app(esub(M,V,X), esub(N,V,X)).
esub(tlam(a\E), V, X) = tlam(a\esub(E,V,X)) :- a # V.
esub(tapp(E,T), V, X) = tapp(esub(E,V,X), T).
func etsub(exp, ty, tid) = exp.
etsub(var(Y), _, _) = var(Y).
etsub(lam(T,y\E), S, A) = lam(tsub(T,S,A),y\etsub(E,S,A)).  %- 1
%+ 1 etsub(lam(T,y\E), S, A) = lam(T,y\etsub(E,S,A)).
etsub(app(M,N), S, A) = app(etsub(M,S,A), etsub(N,S,A)).
etsub(tlam(b\E), S, A) = tlam(b\etsub(E,S,A)) :- b # (S,A).
etsub(tapp(E,T), S, A) = tapp(etsub(E,S,A), tsub(T,S,A)).
pred step(exp, exp).
step(app(lam(_,x\E),V), esub(E,V,x)).
step(tapp(tlam(a\E),T), etsub(E,T,a)).
step(app(M,N), app(M',N)) :- step(M,M').
step(app(M,N), app(M,N')) :- step(N,N').
step(tapp(M,T), tapp(M',T)) :- step(M,M').
step(lam(T,x\E), lam(T,x\E')) :- step(E,E').
step(tlam(a\E), tlam(a\E')) :- step(E,E').
#check "preservation" 16 : of([], [], E, T), step(E, E') => of([], [], E', T).
