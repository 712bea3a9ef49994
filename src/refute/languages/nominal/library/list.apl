% Lists.

namespace List (

  % append(L1,L2,L): L is L1 and then L2; also takes L apart.
  pred append([A],[A],[A]).
  append([],Ys,Ys).
  append([X|Xs],Ys,[X|Zs]) :- append(Xs,Ys,Zs).

  % mem(X,L): X is an item of L.
  pred mem(A,[A]).
  mem(X,[X|_]).
  mem(X,[_|Xs]) :- mem(X,Xs).

  % remove(X,L1,L2): L2 is L1 without any X.
  pred remove(A,[A],[A]).
  remove(_,[],[]).
  remove(X,[Y|Ys],Zs) :- X = Y -> remove(X,Ys,Zs) | (Zs = [Y|Zs1], remove(X,Ys,Zs1)).

  % reverse(L1,L2): L2 has the items of L1 from last to first.
  pred reverse([A],[A]).
  pred reverse_onto([A],[A],[A]).
  reverse(Xs,Ys) :- reverse_onto(Xs,[],Ys).
  reverse_onto([],Ys,Ys).
  reverse_onto([X|Xs],Ys,Zs) :- reverse_onto(Xs,[X|Ys],Zs).

  % concat(Ls,L): L is all lists of Ls, one after another.
  pred concat([[A]],[A]).
  concat([],[]).
  concat([Xs|Xss],Zs) :- concat(Xss,Ys), append(Xs,Ys,Zs).

).
