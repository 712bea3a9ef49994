ty: type.
intTy: ty.  funTy: (ty,ty) -> ty. listTy: ty.
cst: type.
toInt: int -> cst. nil: cst. cons: cst. hd: cst. tl: cst.
id: name_type.
exp: type.
var: id -> exp.
lam: (id\exp,ty) -> exp. app: (exp,exp) -> exp.
c: cst -> exp.  err: exp.
type ctx = [(id, ty)].

func tcf(cst) = ty.
tcf(toInt(_)) = intTy.
tcf(nil) = listTy.
tcf(hd) = funTy(listTy,intTy).
tcf(tl) = funTy(listTy,listTy).
tcf(cons) = funTy(intTy,funTy(listTy,listTy)).

pred tc (ctx,exp,ty).
tc(_,err,T).
tc(_,c(C),T) :- tcf(C) = T.
tc([(X,T)|G],var(X),T).
tc([(Y,_)|G],var(X),T) :- X # Y, tc(G,var(X),T).
tc(G,app(M,N),U) :- tc(G,M,funTy(T,U)), tc(G,N,T).
tc(G,lam(x\M,T),funTy(T,U)) :- x # G, tc([(x,T) | G],M,U).

pred value(exp).
value(c(_)).
value(lam(_,_)).
value(app(c(cons),V)) :- value(V).
value(app(app(c(cons),V1),V2)) :- value(V1), value(V2).

func subst(exp,id,exp) = exp.
subst(var(X),X,E) = E.
subst(var(Y),X,E) = var(Y) :- X # Y.
subst(c(C),X,E) = c(C).
subst(err,X,E) = err.
subst(app(E1,E2),X,E) = app(subst(E1,X,E),subst(E2,X,E)).
subst(lam(y\E1,T),X,E) = lam(y\subst(E1,X,E),T) :- y # (X,E).

pred step(exp,exp).
step(app(c(hd), app(app(c(cons), V), VS)), V) :- value(V), value(VS).
step(app(c(tl), app(app(c(cons), V), VS)), VS) :- value(V), value(VS).
step(app(lam(x\M,T),V), subst(M,x,V)) :- value(V).
step(app(M1,M2),app(M1',M2)) :- step(M1,M1').
step(app(V1,M2),app(V1,M2')) :- value(V1), step(M2,M2').

pred is_err(exp).
is_err(err).
is_err(app(c(hd),c(nil))).
is_err(app(c(tl),c(nil))).
is_err(app(E1,E2)) :- is_err(E1).
is_err(app(V1,E2)) :- value(V1), is_err(E2).

pred progress(exp).
progress(E) :- value(E).
progress(E) :- is_err(E).
progress(E) :- step(E,_).

#check "pres" 7 : tc([],E,T), step(E,E') => tc([],E',T).
#check "prog" 7 : tc([],E,T) => progress(E).
