"""What the phone makers' push services share: how they read a request, and how a token's text picks the answer.

A push token such as "dead-1" names the case before its first "-":

    dead, busy, quota, credential, unknown, refused   the maker's own answer for it
    expired     as for an access token that has run out, while the one presented is the first
    unfit       the text is refused, unless it is "New message"; ok where the maker has no such answer
    garbage     no JSON
    half        the stream is reset in the midst of the body
    silence     no answer

Everything else is accepted. Where a maker has two answers for one case, "dead-2" gets the second.
"""

import json
import re
import time
from urllib.parse import parse_qsl

from checks import Problem, need

NEUTRAL = "New message"
DAY = 86_400


class Maker:
    """One maker's service. `replies` has a status, a code and what it says for each case."""

    name = ""
    replies = {}

    def __init__(self, keys):
        self.keys = keys
        # Each access token until when, in the order in which they came.
        self.tokens = {}

    def doors(self):
        """Each path, as a pattern, with the kind of the request and its reader."""
        raise NotImplementedError

    def body(self, code, says, token):
        raise NotImplementedError

    def door(self, path):
        return next(((kind, read) for pattern, kind, read in self.doors() if re.fullmatch(pattern, path)), None)

    def take(self, headers, body):
        """The entry for the record, and the answer."""
        path = headers[":path"]
        kind, read = self.door(path)
        entry = {"kind": kind, "path": path, "headers": headers, "problem": None}
        try:
            need(headers[":method"] == "POST", "the method is not POST")
            fields, answer = read(path, headers, body)
        except (Problem, AttributeError, LookupError, TypeError, ValueError) as problem:
            entry["problem"] = f"{type(problem).__name__}: {problem}"
            case = getattr(problem, "case", "refused")
            return entry, self.denial(case) if kind.endswith("-auth") else self.reply(case, "")
        return {**entry, **fields}, answer

    def denial(self, case):
        """The answer to a wrong request for an access token."""
        return self.reply(case, "")

    def answer(self, fields, credential=None, case=None):
        """What a reader returns for a sound request."""
        return fields, self.reply(case or self.case(fields, credential), fields["token"])

    def case(self, fields, credential):
        case = fields["token"].split("-")[0]
        if case == "expired" and credential != next(iter(self.tokens), ""):
            return "ok"
        if case == "unfit" and fields.get("text", NEUTRAL) == NEUTRAL:
            return "ok"
        if case == "quota" and case not in self.replies:
            return "busy"
        return case if case in self.replies or case in ("garbage", "half", "silence") else "ok"

    def reply(self, case, token):
        if case == "silence":
            return {"action": "stall"}
        if case == "garbage":
            return {"status": 200, "body": "<html>not now</html>"}
        if case == "half":
            return {**self.reply("ok", token), "action": "half"}
        usual = self.replies.get(case, self.replies["refused"])
        status, code, says = self.replies.get(token, usual) if token.startswith(case) else usual
        return {"status": status, "body": says if code is None else self.body(code, says, token)}

    def issue(self, seconds):
        token = f"{self.name}-access-{len(self.tokens) + 1}"
        self.tokens[token] = time.time() + seconds
        return token

    def admit(self, token):
        """Only with an access token of ours that has not run out."""
        need(token in self.tokens, "no access token of ours", "credential")
        need(time.time() < self.tokens[token], "the access token has run out", "expired")
        return token


def bearer(headers):
    scheme, _, token = headers.get("authorization", "").partition(" ")
    need(scheme == "Bearer", "no bearer", "credential")
    return token


def near(milliseconds, problem):
    """Within ten minutes of our clock."""
    need(re.fullmatch("[0-9]{13}", str(milliseconds)), f"{problem}: not in milliseconds", "time")
    need(abs(time.time() * 1000 - int(milliseconds)) < 600_000, problem, "time")


def document(headers, body):
    need(headers["content-type"].startswith("application/json"), "no JSON")
    return json.loads(body)


def form(headers, body):
    need(headers["content-type"].startswith("application/x-www-form-urlencoded"), "no form")
    pairs = parse_qsl(body.decode(), keep_blank_values=True, strict_parsing=True)
    need(len(dict(pairs)) == len(pairs), "a field comes twice")
    return dict(pairs)


def fits(value, shape, where="body"):
    """The shape is a type, a list with the shape of each element, or an object's members: "name!" must be there."""
    if isinstance(shape, dict):
        need(isinstance(value, dict), f"{where} is no object")
        members = {name.rstrip("!"): inner for name, inner in shape.items()}
        missing = [name for name in shape if name.endswith("!") and name.rstrip("!") not in value]
        need(not missing, f"{where} lacks {missing}")
        for name, inner in value.items():
            need(name in members, f"{where}.{name} is unknown")
            fits(inner, members[name], f"{where}.{name}")
    elif isinstance(shape, list):
        need(isinstance(value, list) and value, f"{where} is no list, or empty")
        for element in value:
            fits(element, shape[0], where)
    else:
        # A boolean is no number here.
        need(type(value) is shape, f"{where} is {value!r}")


def units(text):
    """How long Java says it is: most makers count so, or leave open how they count what is beyond the first plane."""
    return len(text.encode("utf-16-le")) // 2


def within(value, least, most, problem):
    need(value is None or least <= value <= most, f"{problem}: {value}")
    return value


def shown(title, text, most_title=4096, most_text=4096, count=units):
    """Title and text, neither blank nor too long."""
    need(title.strip() and text.strip(), "a blank title or text")
    need(count(title) <= most_title and count(text) <= most_text, "a long title or text")
    return {"title": title, "text": text}


def seconds(text):
    need(re.fullmatch("[0-9]+s", text), f"the life {text}")
    return int(text[:-1])


def number(text):
    """Forms have numbers as texts."""
    need(text is None or re.fullmatch("-?[0-9]+", text), f"no number: {text}")
    return text if text is None else int(text)


def small(body, token):
    """The limit is on all but the token."""
    need(len(body) - len(token.encode()) <= 4096, "more than 4,096 bytes", "size")


def parsed(text):
    """The app's own data, an object in a text."""
    data = json.loads(text) if text else {}
    need(isinstance(data, dict), "the data is no object")
    return data


def web(url, secure=True):
    need(url is None or re.match("https://." if secure else "https?://.", url), f"the address {url}")
    return url


def receipts(name, url, ticket, most=64):
    """The maker's part of the record: an address of 128 bytes that receipts go to, and the ticket that they bring."""
    need((url is None) == (ticket is None), "half a callback")
    need(url is None or len(url.encode()) <= 128, "a long address for receipts")
    need(url is None or url.endswith("/" + name), "another maker's address for receipts")
    need(ticket is None or len(ticket.encode()) <= most, "a long ticket")
    return {"callback": web(url, secure=False), "receipt": ticket}


def push(
    token, looks, body, data, *, badge=None, category=None, channel=None, image=None, notify_id=None, ttl=None,
    receipt=None, callback=None,
):
    """A push's part of the record; `looks` is its title and text, `receipt` the ticket in the maker's own field."""
    need(1 <= len(token) <= 4096, "the token's length")
    within(notify_id, 1, 2**31 - 1, "the notification's number")
    own = data.get("martlet", data)
    own = own if isinstance(own, dict) else {}
    need(receipt in (None, own.get("ticket")), "two tickets")
    return {
        "token": token,
        **looks,
        "badge": badge,
        "category": category,
        "channel": channel,
        "image": image,
        "notifyId": notify_id,
        "ttl": ttl,
        "data": data,
        "forced": own.get("forced") in (True, "true"),
        "conversation": own.get("conversation"),
        "message": own.get("message"),
        "ticket": own.get("ticket"),
        "receipt": receipt,
        "callback": callback,
        "payload": body.decode(),
    }
