"""An invocation in one line, for tables of expectations.

``~`` in front: not read with certainty.  ``tool:mode``, options by canonical name (``?word`` for none, ``*`` behind an
abbreviation), ``--`` if it is written, ``> program arguments``, ``<hole>`` among the options, ``!cause:words`` for what a
shell cut off.  ``□`` is an unknown part, ``␣`` a blank in a word.
"""

from metricparse.text.commands.placed import HOLE


def plain(text):
    return text.replace(HOLE, "□").replace(" ", "␣").replace("\n", "⏎").replace("\t", "⇥")


def summary(found):
    mode = "" if found.mode == "profile" else f":{found.mode}"
    parts = [("" if found.sure else "~") + found.tool + mode]
    for option in found.options:
        name = option.name + ("*" if option.abbreviated else "") if option.name else "?" + option.written.text
        parts.append(name + ("" if option.value is None else "=" + plain(option.value.text)))
    parts += [f"<{plain(hole.text)}>" for hole in found.holes]
    if found.dashes:
        parts.append("--")
    if found.program is not None:
        parts.append("> " + plain(found.program.text))
    parts += [plain(argument.text) for argument in found.arguments]
    parts += [f"!{split.cause}:{'+'.join(plain(word.text) for word in split.words)}" for split in found.splits]
    return " ".join(parts)


def words_of(found):
    """Every word that an invocation holds."""
    yield found.word
    yield from found.before
    for option in found.options:
        yield option.written
        if option.value is not None:
            yield option.value
    for request in found.requests:
        yield request.word
    if found.program is not None:
        yield found.program
    yield from found.arguments
    yield from found.holes
    for split in found.splits:
        yield from split.words


def check_places(text, commands):
    """Every character that claims to stand somewhere stands there."""
    words = [word for found in commands.invocations for word in words_of(found)]
    words += [request.word for one in commands.lists for request in one.requests]
    for word in words:
        assert word.pieces
        assert "".join(piece.text for piece in word.pieces) == word.text
        for piece in word.pieces:
            assert 0 <= piece.offset <= piece.offset + piece.width <= len(text)
            if piece.exact:
                assert text[piece.offset : piece.offset + piece.width] == piece.text
        offset, length = word.range
        assert 0 <= offset <= offset + length <= len(text)
        if len(word.pieces) == 1 and word.pieces[0].exact:
            assert text[offset : offset + length] == word.text
    for found in commands.invocations:
        assert found.length >= 0
        for split in found.splits:
            assert 0 <= split.offset <= len(text)
