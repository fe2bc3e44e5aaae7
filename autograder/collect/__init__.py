"""Hand-ins as people really get them, brought into `submitted/<student>/<stage>/`.

    source    a folder or a zip → entries: a path and how to read it, within bounds
    layouts   what platforms' downloads look like, as data
    senders   entries → hand-ins: whose each file is
    sorting   a hand-in → what is certain of each stage, or why it is not
    writing   what is certain → files, nothing overwritten unasked

Nothing is guessed: what is not certain is listed for a person, with the reason. Nothing that was
handed in is run.
"""
