"""Stage shapes: mistaken counts."""

from autograder.authoring import misconception

EACH_ONCE = "Write the four shapes down and multiply each out."


@misconception(
    "parameter_count",
    replaces="of_output",
    says="Your count is one matrix of d_model times d_v entries short. W_V and W_O have equally "
    "many, and both are learned; W_O is the one that is easily forgotten.",
    look="Count how many matrices the layer has.",
)
def W_O_not_counted(d_model, d_k, d_v):
    return 0


@misconception(
    "parameter_count",
    replaces="of_output",
    says="You count W_O as d_model × d_model. It has only as many rows as a value is wide.",
    look="Look at the shape of W_O.",
)
def W_O_counted_square(d_model, d_k, d_v):
    return d_model**2


@misconception(
    "parameter_count",
    cause="d_v_counted_as_d_k",
    replaces="of_content",
    says="You count one of W_V and W_O with d_k where it has d_v. Only W_Q and W_K have to do with "
    "d_k.",
    look=EACH_ONCE,
)
def d_v_counted_once(d_model, d_k, d_v):
    return d_model * d_k


@misconception(
    "parameter_count",
    cause="d_v_counted_as_d_k",
    says="You count all four matrices with d_k. W_V has d_v columns and W_O has d_v rows.",
    look=EACH_ONCE,
)
def d_v_never_counted(d_model, d_k, d_v):
    return 4 * d_model * d_k


@misconception(
    "parameter_count",
    cause="d_k_counted_as_d_v",
    says="You count all four matrices with d_v. W_Q and W_K have d_k columns.",
    look=EACH_ONCE,
)
def d_k_never_counted(d_model, d_k, d_v):
    return 4 * d_model * d_v


@misconception(
    "parameter_count",
    replaces="of_output",
    says="You count W_O as d_v × d_v. Its columns make the model width again.",
    look="Look at the shape of W_O.",
)
def W_O_counted_d_v_square(d_model, d_k, d_v):
    return d_v**2


@misconception(
    "parameter_count",
    replaces="of_matching",
    says="You count W_Q and W_K as one matrix. They have the same shape, but are learned apart.",
    look=EACH_ONCE,
)
def W_Q_and_W_K_counted_once(d_model, d_k):
    return d_model * d_k


@misconception(
    "parameter_count",
    says="You give all four matrices d_model × d_model entries. They lead to and from the widths "
    "d_k and d_v.",
    look=EACH_ONCE,
)
def all_counted_square(d_model, d_k, d_v):
    return 4 * d_model**2


@misconception(
    "parameter_count",
    says="You add rows and columns. A matrix with r rows and c columns has r times c entries.",
    look=EACH_ONCE,
)
def rows_and_columns_added(d_model, d_k, d_v):
    return 4 * d_model + 2 * d_k + 2 * d_v


BIASES = "Your count includes biases, {}. The layer of this course has none."


@misconception(
    "parameter_count",
    cause="biases_counted",
    says=BIASES.format("one number for each column of each matrix"),
    look="Nothing is to be added to X W_Q.",
)
def all_biases_counted(d_model, d_k, d_v):
    return 2 * d_model * (d_k + d_v) + 2 * d_k + d_v + d_model


@misconception(
    "parameter_count",
    cause="biases_counted",
    says=BIASES.format("for the three projections of X"),
    look="Nothing is to be added to X W_Q.",
)
def three_biases_counted(d_model, d_k, d_v):
    return 2 * d_model * (d_k + d_v) + 2 * d_k + d_v


@misconception(
    "parameter_count",
    cause="biases_counted",
    says=BIASES.format("for the output"),
    look="Nothing is to be added to H W_O.",
)
def output_bias_counted(d_model, d_k, d_v):
    return 2 * d_model * (d_k + d_v) + d_model
