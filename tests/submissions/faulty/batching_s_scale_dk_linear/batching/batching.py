import numpy as np
def self_attention(X,W_Q,W_K,W_V,W_O,lengths=None,causal=True):
    r={}
    r["Q"],r["K"],r["V"]=(np.tensordot(X,W,1) for W in (W_Q,W_K,W_V))
    r["S"]=np.array([q@k.T for q,k in zip(r["Q"],r["K"])]).reshape(len(X),X.shape[1],X.shape[1])/W_K.shape[1]
    T=X.shape[1]; t=np.arange(T)
    n=np.full(len(X),T) if lengths is None else lengths
    ok=t[None,None,:]<n[:,None,None]
    ok=ok&((t[:,None]>=t[None,:])|(not causal))
    r["M"]=np.where(ok,0.,-np.inf)
    x=np.where(ok,r["S"],-np.inf)
    e=np.exp(x-np.where(ok,x,-1e30).max(2)[:,:,None])*ok
    r["A"]=e/np.where(ok.any(2),e.sum(2),1)[:,:,None]
    r["H"]=r["A"]@r["V"]
    r["Y"]=np.tensordot(r["H"],W_O,1)
    return r
