"""The rented chat services that bridge.py knows: how each signs what it tells a backend, and how it is asked to send.

Each has the same four: `is_signed(headers, query, body)`, `read(query, body)` to a Message or None, `answer` for the
service, and `send(message)`. The names and formats are those of the services' own documents.
"""
import base64, hashlib, hmac, json, random, time, typing, urllib.error, urllib.parse, urllib.request, zlib

# A message that the bridge has sent to a service has this and its id at the gateway in the field left to applications.
MARK = "martlet:"


class Message(typing.NamedTuple):
    """What is forwarded: to a user or to a group, named as on the side that it comes from."""

    id: str
    sender: str
    user: str | None
    group: str | None
    # As in message.send of the gateway: 0 is a text; everything else travels as it is, inside a custom message.
    type: int
    body: dict
    number: int = 0
    # The message's id on the other side, if it is only the copy that the bridge has made.
    original: str | None = None


class Unavailable(Exception):
    """The other side cannot do it now: to be tried again."""


class Refused(Exception):
    """The other side will never do it."""


def copied(mark):
    """The id behind the mark, if the field has one."""
    return mark.removeprefix(MARK) if isinstance(mark, str) and mark.startswith(MARK) else None


def digest(kind, *parts):
    return hashlib.new(kind, "".join(map(str, parts)).encode()).hexdigest()


def same(given, wanted):
    return hmac.compare_digest(str(given).lower().encode(), wanted.encode())


def parsed(text):
    """An object of JSON; anything else is none."""
    try:
        value = json.loads(text or "{}")
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def post(url, body, headers):
    """The reply, a JSON object."""
    headers = {"Content-Type": "application/json"} | headers
    try:
        with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10) as response:
            return json.load(response)
    except urllib.error.HTTPError as error:
        text = f"{error.code} {error.read(500).decode(errors='replace')}"
        # 401 and 403: credentials that have ended, and Easemob's answer to too many requests.
        raise (Unavailable if error.code in (401, 403, 408, 429) or error.code >= 500 else Refused)(text) from None
    except (OSError, ValueError) as problem:
        raise Unavailable(str(problem)) from None


class Service:
    answer = {}

    def __init__(self, settings):
        self.settings = settings
        self.url = settings["url"].rstrip("/")

    # The codes in its answers that say: later.
    busy = ()

    def check(self, code, success, text):
        if code != success:
            raise (Unavailable if code in self.busy else Refused)(f"{code} {text}")


class Tencent(Service):
    """url, sdkAppId, administrator, secretKey, token: the one of the callbacks' authentication."""

    answer = {"ActionStatus": "OK", "ErrorCode": 0, "ErrorInfo": ""}
    busy = (10002, 20004, 20005, 60008, 60014, 91000)

    def is_signed(self, headers, query, body):
        when = query.get("RequestTime", "")
        return (query.get("SdkAppid") == str(self.settings["sdkAppId"]) and when.isdigit()
                and abs(time.time() - int(when)) < 60
                and same(query.get("Sign", ""), digest("sha256", self.settings["token"], when)))

    def read(self, query, body):
        said = json.loads(body)
        commands = ("C2C.CallbackAfterSendMsg", "Group.CallbackAfterSendMsg")
        # What was not delivered, or to online devices only (signals such as "is typing"), is no message to keep.
        if query.get("CallbackCommand") not in commands or said.get("SendMsgResult") or said.get("OnlineOnlyFlag"):
            return None
        user, group, elements = said.get("To_Account"), said.get("GroupId"), said["MsgBody"]
        # A key is only unique between two users, and a number in a group.
        id = digest("md5", said["From_Account"], "/", user or group, "/", said.get("MsgKey") or said["MsgSeq"])
        is_text = len(elements) == 1 and elements[0]["MsgType"] == "TIMTextElem"
        kind, content = (0, {"text": elements[0]["MsgContent"]["Text"]}) if is_text else (100, {"MsgBody": elements})
        original = copied(said.get("CloudCustomData"))
        return Message(id, said["From_Account"], user, group, kind, content, original=original)

    def send(self, message):
        # The same numbers for the same message: Tencent drops a repeat.
        number, request = zlib.crc32(message.id.encode()), {"From_Account": message.sender}
        if message.type == 0:
            element = {"MsgType": "TIMTextElem", "MsgContent": {"Text": message.body["text"]}}
        else:
            data = json.dumps({"type": message.type, "body": message.body}, ensure_ascii=False)
            element = {"MsgType": "TIMCustomElem", "MsgContent": {"Data": data, "Desc": "", "Ext": "martlet"}}
        request |= {"MsgBody": [element], "CloudCustomData": MARK + message.id}
        if message.group:
            call, request = "group_open_http_svc/send_group_msg", request | {"GroupId": message.group, "Random": number}
        else:
            call = "openim/sendmsg"
            request |= {"To_Account": message.user, "SyncOtherMachine": 1, "MsgSeq": message.number, "MsgRandom": number}
        query = urllib.parse.urlencode({
            "sdkappid": self.settings["sdkAppId"], "identifier": self.settings["administrator"], "usersig": self.sig(),
            "random": random.getrandbits(32), "contenttype": "json"})
        reply = post(f"{self.url}/v4/{call}?{query}", json.dumps(request).encode(), {})
        self.check(reply["ErrorCode"], 0, reply["ErrorInfo"])

    def sig(self):
        """A UserSig of the administrator, which Tencent wants with each request."""
        name, app, now = self.settings["administrator"], self.settings["sdkAppId"], int(time.time())
        text = f"TLS.identifier:{name}\nTLS.sdkappid:{app}\nTLS.time:{now}\nTLS.expire:3600\n"
        code = base64.b64encode(hmac.digest(self.settings["secretKey"].encode(), text.encode(), "sha256")).decode()
        claims = {"TLS.ver": "2.0", "TLS.identifier": name, "TLS.sdkappid": app, "TLS.expire": 3600, "TLS.time": now,
                  "TLS.sig": code}
        packed = base64.b64encode(zlib.compress(json.dumps(claims).encode())).decode()
        return packed.replace("+", "*").replace("/", "-").replace("=", "_")


class Easemob(Service):
    """url with the organization and the application, clientId, clientSecret, secret: that of the callback's rule."""

    token, end = None, 0

    def is_signed(self, headers, query, body):
        said = json.loads(body)
        return same(said.get("security", ""),
                    digest("md5", said.get("callId"), self.settings["secret"], said.get("timestamp")))

    def read(self, query, body):
        said = json.loads(body)
        if said.get("eventType") != "chat" or said.get("chat_type") not in ("chat", "groupchat"):
            return None
        payload = said["payload"]
        is_group, bodies = said["chat_type"] == "groupchat", payload["bodies"]
        user, group = (None, said["group_id"]) if is_group else (said["to"], None)
        is_text = len(bodies) == 1 and bodies[0]["type"] == "txt"
        kind, content = (0, {"text": bodies[0]["msg"]}) if is_text else (100, {"bodies": bodies})
        original = copied((payload.get("ext") or {}).get("martlet"))
        return Message(said["msg_id"], said["from"], user, group, kind, content, original=original)

    def send(self, message):
        request = {"from": message.sender, "to": [message.group or message.user], "sync_device": True,
                   "ext": {"martlet": MARK + message.id}}
        if message.type == 0:
            request |= {"type": "txt", "body": {"msg": message.body["text"]}}
        else:
            data = json.dumps({"type": message.type, "body": message.body}, ensure_ascii=False)
            request |= {"type": "custom", "body": {"customEvent": "martlet", "customExts": {"data": data}}}
        if time.time() > self.end:
            credentials = {"grant_type": "client_credentials", "client_id": self.settings["clientId"],
                           "client_secret": self.settings["clientSecret"]}
            reply = post(self.url + "/token", json.dumps(credentials).encode(), {})
            self.token, self.end = reply["access_token"], time.time() + reply["expires_in"] / 2
        call, headers = "chatgroups" if message.group else "users", {"Authorization": f"Bearer {self.token}"}
        try:
            post(f"{self.url}/messages/{call}", json.dumps(request).encode(), headers)
        except Unavailable:
            # It may be the token: the next try begins with a new one.
            self.end = 0
            raise


class NetEase(Service):
    """url, appKey, appSecret."""

    busy = (416, 500, 503)

    def is_signed(self, headers, query, body):
        given = headers.get("MD5", "")
        wanted = digest("sha1", self.settings["appSecret"], given, headers.get("CurTime", ""))
        return same(given, hashlib.md5(body).hexdigest()) and same(headers.get("CheckSum", ""), wanted)

    def read(self, query, body):
        said = json.loads(body)
        if str(said.get("eventType")) != "1" or said.get("convType") not in ("PERSON", "TEAM"):
            return None
        user, group = (said["to"], None) if said["convType"] == "PERSON" else (None, said["to"])
        if said["msgType"] == "TEXT":
            kind, content = 0, {"text": said["body"]}
        else:
            kind, content = 100, {name: said.get(name) for name in ("msgType", "body", "attach")}
        original = copied(parsed(said.get("ext")).get("martlet"))
        return Message(said["msgidServer"], said["fromAccount"], user, group, kind, content, original=original)

    def send(self, message):
        body = {"msg": message.body["text"]} if message.type == 0 else {"type": message.type, "body": message.body}
        form = {"from": message.sender, "ope": 1 if message.group else 0, "to": message.group or message.user,
                "type": 0 if message.type == 0 else 100, "body": json.dumps(body, ensure_ascii=False),
                "ext": json.dumps({"martlet": MARK + message.id})}
        nonce, now = str(random.getrandbits(64)), str(int(time.time()))
        headers = {"AppKey": self.settings["appKey"], "Nonce": nonce, "CurTime": now,
                   "CheckSum": digest("sha1", self.settings["appSecret"], nonce, now),
                   "Content-Type": "application/x-www-form-urlencoded;charset=utf-8"}
        reply = post(self.url + "/nimserver/msg/sendMsg.action", urllib.parse.urlencode(form).encode(), headers)
        self.check(reply["code"], 200, reply.get("desc"))


class RongCloud(Service):
    """url, appKey, appSecret."""

    busy = (1008, 1050)

    def is_signed(self, headers, query, body):
        wanted = digest("sha1", self.settings["appSecret"], query.get("nonce"), query.get("signTimestamp"))
        return same(query.get("signature", ""), wanted)

    def read(self, query, body):
        said = dict(urllib.parse.parse_qsl(body.decode()))
        if said.get("channelType") not in ("PERSON", "GROUP") or not said.get("content"):
            return None
        name, content = said["objectName"], parsed(said["content"])
        # Receipts and signals are messages of RongCloud's, too; these are not written by users.
        if name in ("RC:ReadNtf", "RC:RRReqMsg", "RC:RRRspMsg", "RC:SRSMsg", "RC:TypSts", "RC:RcCmd", "RC:CmdMsg"):
            return None
        user, group = (said["toUserId"], None) if said["channelType"] == "PERSON" else (None, said["toUserId"])
        is_text = name == "RC:TxtMsg"
        kind, body = (0, {"text": content["content"]}) if is_text else (
            100, {"objectName": name, "content": said["content"]})
        return Message(said["msgUID"], said["fromUserId"], user, group, kind, body,
                       original=copied(content.get("extra")))

    def send(self, message):
        if message.type == 0:
            name, content = "RC:TxtMsg", {"content": message.body["text"]}
        else:
            name, content = "Martlet:Msg", {"type": message.type, "body": message.body}
        call, to = ("group", "toGroupId") if message.group else ("private", "toUserId")
        content = json.dumps(content | {"extra": MARK + message.id}, ensure_ascii=False)
        form = {"fromUserId": message.sender, to: message.group or message.user, "objectName": name,
                "content": content, "isIncludeSender": 1}
        # RongCloud takes 18 characters.
        nonce, now = str(random.getrandbits(56)), str(int(time.time() * 1000))
        headers = {"App-Key": self.settings["appKey"], "Nonce": nonce, "Timestamp": now,
                   "Signature": digest("sha1", self.settings["appSecret"], nonce, now),
                   "Content-Type": "application/x-www-form-urlencoded"}
        reply = post(f"{self.url}/message/{call}/publish.json", urllib.parse.urlencode(form).encode(), headers)
        self.check(reply["code"], 200, reply.get("errorMessage"))


SERVICES = {"tencent": Tencent, "easemob": Easemob, "netease": NetEase, "rongcloud": RongCloud}
