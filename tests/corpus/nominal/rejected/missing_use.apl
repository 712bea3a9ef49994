#use "nothing.apl".                      % AP005: there is no file `nothing.apl`
