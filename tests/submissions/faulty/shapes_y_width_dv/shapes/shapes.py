import numpy as np
def layer_shapes(B,T,d_model,d_k,d_v):
    k,v,m,p=(B,T,d_k),(B,T,d_v),(B,T,d_model),(B,T,T)
    return dict(X=m,Y=v,Q=k,K=k,V=v,H=v,S=p,A=p,W_Q=(d_model,d_k),W_K=(d_model,d_k),W_V=(d_model,d_v),W_O=(d_v,d_model))
parameter_count=lambda d_model,d_k,d_v:2*d_model*(d_k+d_v)
def check_inputs(X,W_Q,W_K,W_V,W_O):
    def need(ok,name):
        if not ok: raise ValueError(name+" does not fit")
    need(X.ndim==3 and X.shape[1]>0 and X.shape[2]>0,"X")
    d=X.shape[2]
    need(W_Q.ndim==2 and W_Q.shape[0]==d and W_Q.size>0,"W_Q")
    need(W_K.shape==W_Q.shape,"W_K")
    need(W_V.ndim==2 and W_V.shape[0]==d and W_V.size>0,"W_V")
    need(W_O.shape==W_V.shape[::-1],"W_O")
def project(X,W_Q,W_K,W_V):
    return [np.dot(X,W) for W in (W_Q,W_K,W_V)]
