"""Stage leak: mistaken ways to generate."""

import numpy as np

from autograder.authoring import misconception

# How many


@misconception(
    "generate",
    replaces="rounds",
    says="One token too few is made.",
    look="How many tokens do you hand back for n = 1?",
)
def one_too_few(n):
    return max(n - 1, 0)


@misconception(
    "generate",
    replaces="rounds",
    says="One token too many is made.",
    look="How many tokens do you hand back for n = 1?",
)
def one_too_many(n):
    return n + 1


@misconception(
    "generate",
    replaces="rounds",
    says="For n = 0 a token is made all the same.",
    look="What is asked before the first token is made?",
)
def at_least_one(n):
    return max(n, 1)


@misconception(
    "generate",
    says="The tokens of the prompt are counted among the n: they end when the whole has n tokens.",
    look="Of how many new tokens does the task speak?",
)
def prompt_counted(step, prompt, n):
    tokens = list(prompt)
    while len(tokens) < n:
        tokens.append(int(np.argmax(step(tokens))))
    return np.array(tokens[len(prompt) :], dtype=np.int64)


# What a step reads


@misconception(
    "generate",
    replaces="read",
    says="A step is given the last token alone. It is to read all tokens so far.",
    look="What does the step get to see in the third round?",
)
def only_last_read(tokens):
    return tokens[-1:]


@misconception(
    "generate",
    replaces="read",
    says="A step is given the tokens in reverse.",
    look="What does the step get to see in the first round?",
)
def read_reversed(tokens):
    return tokens[::-1]


@misconception(
    "generate",
    replaces="read",
    says="The first token is kept from the steps.",
    look="What does the step get to see in the first round?",
)
def first_not_read(tokens):
    return tokens[1:] if len(tokens) > 1 else tokens


@misconception(
    "generate",
    replaces="followed",
    says="The new tokens are not read by the steps after them, so that all are the same.",
    look="What does the step get to see in the second round?",
)
def new_not_read(tokens, new):
    return tokens


@misconception(
    "generate",
    replaces="followed",
    says="A new token is put before the others. It comes at the end.",
    look="What does the step get to see in the second round?",
)
def put_in_front(tokens, new):
    return [new, *tokens]


@misconception(
    "generate",
    replaces="followed",
    says="For every new token the oldest one is dropped. The steps are to read all of them.",
    look="How many tokens does the step get to see in the second round?",
)
def oldest_dropped(tokens, new):
    return [*tokens[1:], new]


@misconception(
    "generate",
    replaces="followed",
    says="The new token takes the place of the last one instead of coming after it.",
    look="How many tokens does the step get to see in the second round?",
)
def last_replaced(tokens, new):
    return [*tokens[:-1], new]


@misconception(
    "generate",
    replaces="followed",
    says="After the first round the prompt is forgotten: the steps see new tokens only.",
    look="What does the step get to see in the second round?",
)
def only_new_read(tokens, new):
    return [new]


# What is chosen


@misconception(
    "generate",
    replaces="chosen",
    says="The token of the smallest logit is taken.",
    look="Which of two logits stands for the likelier token?",
)
def smallest_taken(logits):
    return int(np.argmin(logits))


@misconception(
    "generate",
    replaces="chosen",
    says="Of several largest logits the last is taken. The first is asked for.",
    look="What comes out where all logits are equal?",
)
def last_of_equals(logits):
    return len(logits) - 1 - int(np.argmax(np.asarray(logits)[::-1]))


@misconception(
    "generate",
    replaces="chosen",
    says="The second best token is taken.",
    look="Where in the sorted logits does the largest stand?",
)
def second_best(logits):
    return int(np.argsort(-np.asarray(logits, dtype=float), kind="stable")[1])


@misconception(
    "generate",
    replaces="chosen",
    says="The logit largest in size is taken, whatever its sign.",
    look="What is chosen where all logits are below 0?",
)
def largest_in_size(logits):
    return int(np.argmax(np.abs(logits)))


@misconception(
    "generate",
    replaces="chosen",
    says="The logits are taken for a table with a row a token, and the last row for what is due. "
    "They are one row already, so what is left is a single number, and its best place is 0.",
    look="Print the shape of what a step returns.",
)
def last_row_of_one_row(logits):
    return int(np.argmax(np.asarray(logits)[-1]))


@misconception(
    "generate",
    replaces="chosen",
    says="The token after the best one is taken: counting begins with 0.",
    look="Which token has the first logit?",
)
def counted_from_one(logits):
    return int(np.argmax(logits)) + 1


@misconception(
    "generate",
    says="The n best tokens of a single step are handed back. Each new token needs a step of its "
    "own that has read the one before.",
    look="How often do you call the step for n = 3?",
)
def n_best_of_one_step(step, prompt, n):
    logits = np.asarray(step(list(prompt)), dtype=float)
    return np.argsort(-logits, kind="stable")[:n]


@misconception(
    "generate",
    says="It ends early: at a token 0, which is a token like any other here.",
    look="Which condition ends your loop?",
)
def ends_at_zero(step, prompt, n):
    tokens, made = list(prompt), []
    while len(made) < n:
        new = int(np.argmax(step(tokens)))
        made.append(new)
        tokens.append(new)
        if new == 0:
            break
    return np.array(made, dtype=np.int64)


@misconception(
    "generate",
    says="A token that was there before is not taken again. Greedy decoding always takes the best.",
    look="Does anything but the logits decide which token is taken?",
)
def no_token_twice(step, prompt, n):
    tokens, made = list(prompt), []
    for _ in range(n):
        logits = np.array(step(tokens), dtype=float)
        logits[[token for token in tokens if token < len(logits)]] = -np.inf
        made.append(int(np.argmax(logits)))
        tokens.append(made[-1])
    return np.array(made, dtype=np.int64)


# What is handed back


@misconception(
    "generate",
    replaces="handed_back",
    says="The prompt is handed back as well. Only the new tokens are asked for.",
    look="How many tokens do you hand back for n = 1?",
)
def prompt_included(prompt, made):
    return np.array([*prompt, *made], dtype=np.int64)


@misconception(
    "generate",
    replaces="handed_back",
    says="Only the last new token is handed back.",
    look="How many tokens do you hand back for n = 3?",
)
def only_last_returned(prompt, made):
    return np.array(made[-1:], dtype=np.int64)


@misconception(
    "generate",
    replaces="handed_back",
    says="The new tokens are handed back in reverse.",
    look="Which of them was made first?",
)
def returned_reversed(prompt, made):
    return np.array(made[::-1], dtype=np.int64)


@misconception(
    "generate",
    replaces="handed_back",
    says="What is handed back is off by one: it begins with the last token of the prompt, and the "
    "last new token is missing.",
    look="Where in the whole list does your slice begin?",
)
def begins_in_prompt(prompt, made):
    return np.array([*prompt[-1:], *made[:-1]][: len(made)], dtype=np.int64)


@misconception(
    "generate",
    replaces="handed_back",
    says="The first new token is missing.",
    look="Where in the whole list does your slice begin?",
)
def first_new_missing(prompt, made):
    return np.array(made[1:], dtype=np.int64)


@misconception(
    "generate",
    replaces="handed_back",
    says="The last n tokens of everything are handed back; for n = 0 that is all of it, since a "
    "slice from −0 begins at the beginning.",
    look="What is tokens[-n:] where n is 0?",
)
def slice_from_minus_zero(prompt, made):
    tokens = [*prompt, *made]
    return np.array(tokens[-len(made) :], dtype=np.int64)
