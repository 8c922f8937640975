"""Helpers: read a text, find regions, and hold every character of every region against the document."""

from metricparse.text.document import read_document


def read(text, name="note.md"):
    """The document, after `check`."""
    document = read_document(name, text.encode() if isinstance(text, str) else text)
    check(document)
    return document


def check(document):
    """Every character of every region stands where the region says; what was decoded points at its first character."""
    for index, region in enumerate(document.regions):
        assert region.text, region
        assert region.parent < index
        at = 0
        for span in region.spans:
            assert span.start == at, region
            at += span.length
            assert 0 <= span.offset <= span.offset + span.width <= len(document.text)
            piece = region.text[span.start : at]
            if span.length == span.width:
                assert piece == document.text[span.offset : span.offset + span.width], region
            else:
                assert 0 < span.length < span.width, region
            for inside in range(span.length):
                offset = region.offset(span.start + inside)
                assert offset == span.offset + (inside if span.length == span.width else 0)
                line, column = document.position(offset)
                assert document.lines[line - 1] + column - 1 == offset
                assert "\n" not in document.text[document.lines[line - 1] : offset]
        assert at == len(region.text), region
        if region.parent >= 0:
            parent = document.regions[region.parent]
            first = region.text[0]
            assert parent.text[region.at] == first or region.spans[0].length != region.spans[0].width, region
            assert region.block == parent.block
    for table in document.tables:
        for row in table:
            assert all(document.regions[i].kind == "table-cell" for i in row)


def texts(document, kind, **wanted):
    """Texts of the regions of a kind, in order, that have the attributes wanted."""
    return [r.text for r in regions(document, kind, **wanted)]


def regions(document, kind, **wanted):
    """The regions of a kind."""
    return [r for r in document.regions if r.kind == kind and all(getattr(r, k) == v for k, v in wanted.items())]


def where(document, words, kind=None):
    """(line, column, end line, end column) of words in the first region that holds them."""
    for region in document.regions:
        at = region.text.find(words)
        if at >= 0 and kind in (None, region.kind):
            return tuple(document.place(region, at, at + len(words)))
    raise AssertionError(f"no region holds {words!r}")
