#!/usr/bin/env python3
# -*- coding: utf-8 -*-
import numpy as np
import numpy
import os.path
import pathlib

name_of_the_course = "self attention"


def layer_shapes(B, T, d_model, d_k, d_v):
    shape_of_X = (B, T, d_model)
    shape_of_W_Q = (d_model, d_k)
    shape_of_W_K = (d_model, d_k)
    shape_of_W_V = (d_model, d_v)
    shape_of_W_O = (d_v, d_model)
    shape_of_Q = (shape_of_X[0], shape_of_X[1], shape_of_W_Q[1])
    shape_of_K = (shape_of_X[0], shape_of_X[1], shape_of_W_K[1])
    shape_of_V = (shape_of_X[0], shape_of_X[1], shape_of_W_V[1])
    shape_of_S = (shape_of_Q[0], shape_of_Q[1], shape_of_K[1])
    shape_of_A = shape_of_S
    shape_of_H = (shape_of_A[0], shape_of_A[1], shape_of_V[2])
    shape_of_Y = (shape_of_H[0], shape_of_H[1], shape_of_W_O[1])
    result = dict()
    for thing in ["X", "W_Q", "W_K", "W_V", "W_O", "Q", "K", "V", "S", "A", "H", "Y"]:
        result[thing] = locals_of(thing, shape_of_X, shape_of_W_Q, shape_of_W_K, shape_of_W_V, shape_of_W_O,
                                  shape_of_Q, shape_of_K, shape_of_V, shape_of_S, shape_of_A, shape_of_H, shape_of_Y)
    return result


def locals_of(thing, X, W_Q, W_K, W_V, W_O, Q, K, V, S, A, H, Y):
    return locals()[thing]


def parameter_count(d_model, d_k, d_v):
    shapes = layer_shapes(1, 1, d_model, d_k, d_v)
    number = 0
    for thing in shapes:
        if thing.startswith("W_"):
            number = number + numpy.zeros(shapes[thing]).size
    return number


def check_inputs(X, W_Q, W_K, W_V, W_O):
    if X.ndim != 3:
        raise ValueError("X must have 3 dimensions but it has " + str(X.ndim))
    elif X.shape[1] == 0:
        raise ValueError("X must have at least one token")
    elif X.shape[2] == 0:
        raise ValueError("X must have at least one feature")
    elif W_Q.ndim != 2:
        raise ValueError("W_Q must have 2 dimensions but it has " + str(W_Q.ndim))
    elif W_Q.shape[0] != X.shape[2]:
        raise ValueError("W_Q must have d_model rows")
    elif W_Q.shape[1] == 0:
        raise ValueError("W_Q must not be empty")
    elif W_K.ndim != 2:
        raise ValueError("W_K must have 2 dimensions but it has " + str(W_K.ndim))
    elif W_K.shape[0] != X.shape[2]:
        raise ValueError("W_K must have d_model rows")
    elif W_K.shape[1] != W_Q.shape[1]:
        raise ValueError("W_K must be as wide as W_Q")
    elif W_V.ndim != 2:
        raise ValueError("W_V must have 2 dimensions but it has " + str(W_V.ndim))
    elif W_V.shape[0] != X.shape[2]:
        raise ValueError("W_V must have d_model rows")
    elif W_V.shape[1] == 0:
        raise ValueError("W_V must not be empty")
    elif W_O.ndim != 2:
        raise ValueError("W_O must have 2 dimensions but it has " + str(W_O.ndim))
    elif W_O.shape[0] != W_V.shape[1]:
        raise ValueError("W_O must have d_v rows")
    elif W_O.shape[1] != X.shape[2]:
        raise ValueError("W_O must have d_model columns")
    else:
        return None


def project(X, W_Q, W_K, W_V):
    Q = np.dot(X, W_Q)
    K = np.dot(X, W_K)
    V = np.dot(X, W_V)
    answer = (Q, K, V)
    return answer


if __name__ == "__main__":
    print(layer_shapes(2, 3, 4, 5, 6))
