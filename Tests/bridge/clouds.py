"""Rented chat services on loopback, as their documents have them: a server API that checks who asks, and signed callbacks.

Written from the documents and not from examples/vendors.py: the two must agree by the formats alone.
"""

import base64
import hashlib
import hmac
import http.server
import itertools
import json
import threading
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import zlib


class Cloud:
    """One service with the users of one application. `messages` is what these users see, in order."""

    calls_back_for_server = True
    drops_repeats = False

    def __init__(self):
        self.messages, self.numbers, self.problems = [], itertools.count(1), []
        self.callback_url, self.server, self.port, self.is_silent = None, None, 0, False
        self.settings = {"name": self.name}

    # The server API.

    def open(self):
        cloud = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True

            def do_POST(self):
                parts = urllib.parse.urlsplit(self.path)
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    reply = cloud.serve(parts.path, dict(urllib.parse.parse_qsl(parts.query)), self.headers, body)
                except Exception as problem:
                    cloud.problems.append(repr(problem))
                    return self.send_error(400, repr(problem))
                if cloud.is_silent and not parts.path.endswith("/token"):
                    self.close_connection = True
                    return
                text = json.dumps(reply).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *arguments):
                pass

        class Server(http.server.ThreadingHTTPServer):
            daemon_threads = True

        self.server = Server(("127.0.0.1", self.port), Handler)
        self.port = self.server.server_port
        self.settings["url"] = f"http://127.0.0.1:{self.port}{self.prefix}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    prefix = ""

    # What users see, and what the backend is told.

    def write(self, sender, text, user=None, group=None, picture=False):
        """A user's own device sends; the returned function calls back once more."""
        content = self.picture(text) if picture else self.text(text)
        return self.accept(sender, user, group, content, "", is_server=False)

    def accept(self, sender, user, group, content, mark, is_server=True, repeat=None):
        if repeat is not None and self.drops_repeats and any(repeat == message["repeat"] for message in self.messages):
            return None
        number = next(self.numbers)
        self.messages.append({"from": sender, "user": user, "group": group, "content": content, "repeat": repeat})

        def call_back(forged=False):
            """The status of the backend's answer; none if it is not there."""
            path, headers, body = self.callback(number, sender, user, group, content, mark, is_server, forged)
            request = urllib.request.Request(self.callback_url + path, body, headers)
            try:
                with urllib.request.urlopen(request, timeout=10) as response:
                    return response.status
            except urllib.error.HTTPError as error:
                return error.code
            except OSError:
                return None

        if is_server and self.calls_back_for_server:
            threading.Thread(target=call_back, daemon=True).start()
        elif not is_server:
            assert call_back() == 200
        return call_back

    def texts(self, user=None, group=None, **of):
        seen = [it for it in self.messages if it["group"] == group]
        if user:
            seen = [it for it in seen if user in (it["from"], it["user"])]
        return [(it["from"], self.shown(it["content"])) for it in seen]


class Tencent(Cloud):
    name = "tencent"

    def __init__(self):
        super().__init__()
        self.drops_repeats = True
        self.settings |= {"sdkAppId": 1400000001, "administrator": "administrator", "secretKey": "5bd2850fff3ecb11",
                          "token": "callback-token"}

    def text(self, text):
        return [{"MsgType": "TIMTextElem", "MsgContent": {"Text": text}}]

    def picture(self, text):
        return [{"MsgType": "TIMImageElem", "MsgContent": {"UUID": text, "ImageFormat": 1, "ImageInfoArray": []}}]

    def shown(self, elements):
        content = elements[0]["MsgContent"]
        return content.get("Text") or json.loads(content["Data"]) if "Data" in content or "Text" in content else content

    def serve(self, path, query, headers, body):
        packed = query["usersig"].replace("*", "+").replace("-", "/").replace("_", "=")
        sig = json.loads(zlib.decompress(base64.b64decode(packed)))
        assert sig["TLS.identifier"] == query["identifier"] == "administrator" and sig["TLS.ver"] == "2.0"
        assert str(sig["TLS.sdkappid"]) == query["sdkappid"] == "1400000001" and query["contenttype"] == "json"
        assert 0 <= int(query["random"]) < 2**32 and time.time() < sig["TLS.time"] + sig["TLS.expire"]
        signed = "".join(f"TLS.{it}:{sig['TLS.' + it]}\n" for it in ("identifier", "sdkappid", "time", "expire"))
        code = base64.b64encode(hmac.digest(self.settings["secretKey"].encode(), signed.encode(), "sha256")).decode()
        assert code == sig["TLS.sig"]
        said = json.loads(body)
        if path == "/v4/openim/sendmsg":
            assert 0 <= said["MsgSeq"] < 2**32 and 0 <= said["MsgRandom"] < 2**32 and said["SyncOtherMachine"] in (1, 2)
            # "Within a second": the documents promise no more for users, and five minutes in groups.
            user, group, repeat = said["To_Account"], None, (int(time.time()), said["MsgSeq"], said["MsgRandom"])
        else:
            assert path == "/v4/group_open_http_svc/send_group_msg", path
            user, group, repeat = None, said["GroupId"], (said["GroupId"], said["Random"])
            if group == "@TGS#none":
                return {"ActionStatus": "FAIL", "ErrorCode": 10010, "ErrorInfo": "group not exist"}
        self.accept(said["From_Account"], user, group, said["MsgBody"], said["CloudCustomData"], repeat=repeat)
        return {"ActionStatus": "OK", "ErrorInfo": "", "ErrorCode": 0, "MsgTime": int(time.time()), "MsgKey": "1_2_3"}

    def callback(self, number, sender, user, group, content, mark, is_server, forged):
        command = "Group.CallbackAfterSendMsg" if group else "C2C.CallbackAfterSendMsg"
        said = {"CallbackCommand": command, "From_Account": sender, "MsgTime": int(time.time()), "OnlineOnlyFlag": 0,
                "MsgBody": content, "MsgSeq": number}  # fmt: skip
        if mark:
            said["CloudCustomData"] = mark
        if group:
            said |= {"GroupId": group, "Type": "Public", "Operator_Account": sender, "Random": number + 1000}
        else:
            said |= {"To_Account": user, "MsgRandom": number + 1000, "MsgKey": f"{number}_{number + 1000}_1557481126",
                     "SendMsgResult": 0, "ErrorInfo": "send msg succeed", "UnreadMsgNum": 1}  # fmt: skip
        when = str(int(time.time()))
        token = "another" if forged else self.settings["token"]
        query = {"SdkAppid": self.settings["sdkAppId"], "CallbackCommand": command, "contenttype": "json",
                 "ClientIP": "127.0.0.1", "OptPlatform": "RESTAPI" if is_server else "iOS", "RequestTime": when,
                 "Sign": hashlib.sha256((token + when).encode()).hexdigest()}  # fmt: skip
        return "?" + urllib.parse.urlencode(query), {"Content-Type": "application/json"}, json.dumps(said).encode()


class Easemob(Cloud):
    name = "easemob"
    prefix = "/easemob-demo/chat"

    def __init__(self):
        super().__init__()
        self.settings |= {"clientId": "YXA6id", "clientSecret": "YXA6secret", "secret": "rule-secret"}

    def text(self, text):
        return {"type": "txt", "msg": text}

    def picture(self, text):
        return {"type": "img", "filename": text, "url": "https://a1.easemob.com/files/1", "secret": "s"}

    def shown(self, content):
        return content.get("msg") or json.loads(content["customExts"]["data"])

    def serve(self, path, query, headers, body):
        said, path = json.loads(body), path.removeprefix(self.prefix)
        if path == "/token":
            assert said == {"grant_type": "client_credentials", "client_id": "YXA6id", "client_secret": "YXA6secret"}
            return {"access_token": "token-1", "expires_in": 86400, "application": str(uuid.uuid4())}
        assert headers["Authorization"] == "Bearer token-1" and headers["Content-Type"] == "application/json"
        assert path in ("/messages/users", "/messages/chatgroups") and len(said["to"]) == 1
        content = {"type": said["type"]} | said["body"]
        user, group = (said["to"][0], None) if path.endswith("users") else (None, said["to"][0])
        self.accept(said["from"], user, group, content, said["ext"])
        return {"path": path, "action": "post", "data": {said["to"][0]: "1029457500870543736"}, "duration": 0}

    def callback(self, number, sender, user, group, content, mark, is_server, forged):
        call, now = f"easemob-demo#chat_{uuid.uuid4()}", int(time.time() * 1000)
        secret = "another" if forged else self.settings["secret"]
        said = {"callId": call, "eventType": "chat", "timestamp": now, "chat_type": "groupchat" if group else "chat",
                "from": sender, "to": group or user, "msg_id": str(10**18 + number),
                "payload": {"bodies": [content], "ext": mark or {}, "from": sender, "to": group or user,
                            "type": "groupchat" if group else "chat"},
                "securityVersion": "1.0.0", "security": hashlib.md5(f"{call}{secret}{now}".encode()).hexdigest(),
                "appkey": "easemob-demo#chat", "host": "msync@ebs-ali-beijing-msync40"}  # fmt: skip
        if group:
            said["group_id"] = group
        return "", {"Content-Type": "application/json"}, json.dumps(said).encode()


class NetEase(Cloud):
    name = "netease"

    def __init__(self):
        super().__init__()
        self.settings |= {"appKey": "45c6af3c98409b18", "appSecret": "7a1f2e"}

    def text(self, text):
        return {"msgType": "TEXT", "body": text}

    def picture(self, text):
        return {"msgType": "PICTURE", "body": "", "attach": json.dumps({"name": text, "md5": "0", "url": "https://nos"})}

    def shown(self, content):
        return content["body"] if content["msgType"] == "TEXT" else json.loads(content["attach"])

    def serve(self, path, query, headers, body):
        assert path == "/nimserver/msg/sendMsg.action" and headers["AppKey"] == self.settings["appKey"]
        assert headers["Content-Type"] == "application/x-www-form-urlencoded;charset=utf-8"
        signed = self.settings["appSecret"] + headers["Nonce"] + headers["CurTime"]
        if hashlib.sha1(signed.encode()).hexdigest() != headers["CheckSum"]:
            return {"code": 414, "desc": "bad checksum"}
        form = dict(urllib.parse.parse_qsl(body.decode()))
        assert len(form["ext"]) <= 1024
        user, group = (form["to"], None) if form["ope"] == "0" else (None, form["to"])
        told = json.loads(form["body"])
        content = self.text(told["msg"]) if form["type"] == "0" else {"msgType": "CUSTOM", "attach": form["body"]}
        self.accept(form["from"], user, group, content, form["ext"])
        return {"code": 200, "data": {"msgid": 1200510468189, "timetag": 1545635366312, "antispam": False}}

    def callback(self, number, sender, user, group, content, mark, is_server, forged):
        now = str(int(time.time() * 1000))
        said = content | {"eventType": "1", "convType": "TEAM" if group else "PERSON", "to": group or user,
                          "fromAccount": sender, "fromClientType": "REST" if is_server else "IOS", "msgTimestamp": now,
                          "msgidClient": str(uuid.uuid4()), "msgidServer": str(58490000 + number),
                          "resendFlag": "0"}  # fmt: skip
        if mark:
            said["ext"] = mark
        body = json.dumps(said).encode()
        md5 = hashlib.md5(body).hexdigest()
        secret = "another" if forged else self.settings["appSecret"]
        check = hashlib.sha1((secret + md5 + now).encode()).hexdigest()
        return "", {"Content-Type": "application/json", "AppKey": self.settings["appKey"], "CurTime": now, "MD5": md5,
                    "CheckSum": check}, body  # fmt: skip


class RongCloud(Cloud):
    name = "rongcloud"
    calls_back_for_server = False

    def __init__(self):
        super().__init__()
        self.settings |= {"appKey": "8w7jv4qb7", "appSecret": "5wgzWYxi"}

    def text(self, text):
        return {"objectName": "RC:TxtMsg", "content": json.dumps({"content": text})}

    def picture(self, text):
        return {"objectName": "RC:ImgMsg", "content": json.dumps({"content": "thumbnail", "imageUri": text})}

    def shown(self, content):
        told = json.loads(content["content"])
        return told["content"] if content["objectName"] == "RC:TxtMsg" else told

    def serve(self, path, query, headers, body):
        assert headers["App-Key"] == self.settings["appKey"]
        assert abs(int(headers["Timestamp"]) / 1000 - time.time()) < 60 and len(headers["Nonce"]) <= 18
        signed = self.settings["appSecret"] + headers["Nonce"] + headers["Timestamp"]
        assert hashlib.sha1(signed.encode()).hexdigest() == headers["Signature"]
        form = dict(urllib.parse.parse_qsl(body.decode()))
        content = {"objectName": form["objectName"], "content": form["content"]}
        user, group = form.get("toUserId"), form.get("toGroupId")
        assert path == f"/message/{'group' if group else 'private'}/publish.json", path
        self.accept(form["fromUserId"], user, group, content, json.loads(form["content"])["extra"])
        return {"code": 200}

    def callback(self, number, sender, user, group, content, mark, is_server, forged):
        nonce, now = str(number * 7919), str(int(time.time() * 1000))
        secret = "another" if forged else self.settings["appSecret"]
        query = {"signTimestamp": now, "nonce": nonce,
                 "signature": hashlib.sha1((secret + nonce + now).encode()).hexdigest()}  # fmt: skip
        form = content | {"fromUserId": sender, "toUserId": group or user, "channelType": "GROUP" if group else "PERSON",
                          "msgTimestamp": now, "msgUID": f"596E-P5PG-4FS2-{number:04}", "sensitiveType": 0,
                          "source": "iOS", "groupUserIds": "[]"}  # fmt: skip
        headers = {"Content-Type": "application/x-www-form-urlencoded"}
        return "?" + urllib.parse.urlencode(query), headers, urllib.parse.urlencode(form).encode()


CLOUDS = {cloud.name: cloud for cloud in (Tencent, Easemob, NetEase, RongCloud)}
