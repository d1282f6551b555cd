"""Ranges of a conversation on a device: in each range all messages `from` one `seq` `to` another, and between two
ranges a gap.

The newest range comes first, and is empty, with `to` below `from`, while nothing above a gap was read. Unconfirmed is
what may have been deleted since it was read: a page says so."""

# Holes of one conversation that are remembered: what is below them is read anew.
MOST_RANGES = 20


def span(first, last):
    return {"from": first, "to": last}


def includes(ranges, seq):
    return any(one["from"] <= seq <= one["to"] for one in ranges)


def with_message(ranges, seq):
    """A message was told that comes behind all that is here. Places between that were passed over are no gap."""
    if ranges and "isUnconfirmed" not in ranges[0]:
        return [span(ranges[0]["from"], seq), *ranges[1:]]
    return [span(seq, seq), *ranges]


def with_gap(ranges, to):
    """Messages up to `to` are not fetched."""
    if not ranges or ranges[0]["to"] >= to:
        return ranges
    return [span(to + 1, to), *filter(is_filled, ranges)][:MOST_RANGES]


def with_reset(ranges, to):
    """The stream goes on behind `to`, and nobody says what has become of the messages before."""
    kept = [{**span(one["from"], min(one["to"], to)), "isUnconfirmed": True} for one in ranges]
    kept = [*filter(is_filled, kept)]
    return [span(to + 1, to), *kept] if kept else []


def with_page(ranges, before, low, top):
    """A page was read that ends below `before`, or with the newest message if that is 0, and begins at `low`. None if
    there is a hole between the page and the newest range."""
    newest = ranges[0] if ranges and "isUnconfirmed" not in ranges[0] else None
    if before and (newest is None or before < newest["from"]):
        return None
    first, last = (min(low, newest["from"]), max(top, newest["to"])) if newest else (low, top)
    older = []
    for one in ranges[1:] if newest else ranges:
        if "isUnconfirmed" in one:
            older.append({**one, "to": min(one["to"], first - 1)})
        elif one["to"] >= first - 1:
            first = min(first, one["from"])
        else:
            older.append(one)
    return [span(first, last), *filter(is_filled, older)]


def cut(ranges, first):
    """Nothing below `first` is here any more."""
    left = ranges[:1] + [one for one in ranges[1:] if one["to"] >= first]
    return [{**one, "from": max(one["from"], first)} for one in left]



def is_filled(one):
    return one["from"] <= one["to"]
