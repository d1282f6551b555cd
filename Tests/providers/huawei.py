"""The push services of Huawei and of those who took its shape over: huawei, harmony, honor."""

import time

from checks import Problem, jwt, need
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import padding
from maker import DAY, Maker, bearer, document, fits, form, near, parsed, push, seconds, shown, small, web, within


class Huawei(Maker):
    """Up to HarmonyOS 4."""

    name = "huawei"
    replies = {
        "ok": (200, "80000000", "Success"),
        "dead": (200, "80300007", "All the tokens are invalid."),
        "expired": (401, "80200003", "Access token expired."),
        "credential": (401, "80200001", "Authentication error."),
        "busy": (503, None, "Service Unavailable"),
        "unknown": (200, "99999", "Unknown."),
        "refused": (400, "80100001", "Parameter error."),
        "unfit": (200, "80100016", "The message has sensitive content."),
        "size": (400, "80300008", "The message is too large."),
    }
    categories = (
        "IM VOIP SUBSCRIPTION TRAVEL HEALTH WORK ACCOUNT EXPRESS FINANCE DEVICE_REMINDER MAIL PLAY_VOICE MARKETING"
    ).split()
    action = {"type!": int, "intent": str, "url": str, "action": str}
    shape = {
        "validate_only": bool,
        "message!": {
            "token!": [str],
            "data": str,
            "android!": {
                "category": str, "ttl": str, "bi_tag": str, "receipt_id": str, "target_user_type": int,
                "collapse_key": int, "urgency": str, "data": str,
                "notification!": {
                    "title!": str, "body!": str, "click_action!": action, "image": str, "channel_id": str, "tag": str,
                    "notify_id": int, "group": str, "importance": str, "style": int, "sound": str,
                    "default_sound": bool, "visibility": str, "foreground_show": bool, "when": str,
                    "badge": {"add_num": int, "set_num": int, "class!": str},
                    "title_loc_key": str, "title_loc_args": [str], "body_loc_key": str, "body_loc_args": [str],
                },
            },
        },
    }

    def doors(self):
        return [
            ("/oauth2/v3/token", "huawei-auth", self.auth),
            ("/v1/[^/]+/messages:send", "huawei", self.send),
        ]

    def auth(self, path, headers, body):
        fields = form(headers, body)
        need(fields.pop("grant_type") == "client_credentials", "another grant")
        wanted = {"client_id": self.keys["clientId"], "client_secret": self.keys["clientSecret"]}
        need(fields == wanted, "another client")
        answer = {"access_token": self.issue(3600), "expires_in": 3600, "token_type": "Bearer"}
        return {}, {"status": 200, "body": answer}

    def denial(self, case):
        return {"status": 400, "body": {"error": 1101, "sub_error": 20001, "error_description": "invalid client"}}

    def send(self, path, headers, body):
        credential = self.admit(bearer(headers))
        need(path == f"/v1/{self.keys['clientId']}/messages:send", "another client", "credential")
        sent = document(headers, body)
        fits(sent, self.shape)
        message, android = sent["message"], sent["message"]["android"]
        notification, data = android["notification"], android.get("data", message.get("data"))
        need(android.get("category") in [None, *self.categories], "the category")
        fields = self.notification(
            message["token"], android, body, data, notification["click_action"],
            notify_id=notification.get("notify_id"),
            badge=notification.get("badge", {}).get("set_num"),
            category=android.get("category"),
            channel=notification.get("channel_id"),
            receipt=android.get("bi_tag"),
        )
        return self.answer(fields, credential)

    def notification(self, tokens, android, body, data, action, **members):
        """What Huawei and Honor check alike."""
        notification = android["notification"]
        need(len(tokens) == 1, "one push for several tokens")
        small(body, tokens[0])
        kind = within(action["type"], 1, 3, "the action")
        need(kind != 1 or {"intent", "action"} & action.keys(), "an action without an intent")
        need(notification.get("importance") in (None, "LOW", "NORMAL"), "the importance")
        within(members["badge"], 0, 99, "the badge")
        need(len(members["receipt"] or "") <= 64, "a long tag")
        ttl = within(seconds(android.get("ttl", "86400s")), 1, 15 * DAY, "the life")
        looks = shown(notification["title"], notification["body"])
        image = web(notification.get("image"))
        return push(tokens[0], looks, body, parsed(data), image=image, ttl=ttl, **members)

    def body(self, code, says, token):
        return {"code": code, "msg": says, "requestId": "157278422"}


class Harmony(Huawei):
    """HarmonyOS NEXT, where a JWT that the client signs is the access token."""

    name = "harmony"
    replies = {**Huawei.replies, "expired": (401, "80200005", "Jwt token expired.")}
    categories = [*Huawei.categories, "SYSTEM_REMINDER", "CUSTOMER_SERVICE", "SOCIAL_DYNAMICS", "NEWS", "PROMO"]
    shape = {
        "payload!": {
            "notification!": {
                "category!": str, "title!": str, "body!": str, "image": str, "notifyId": int, "style": int,
                "clickAction!": {"actionType!": int, "action": str, "uri": str, "data": dict},
                "badge": {"addNum": int, "setNum": int},
                "sound": str, "foregroundShow": bool, "appMessageId": str, "profileId": str, "inboxContent": [str],
            },
        },
        "target!": {"token!": [str]},
        "pushOptions": {"ttl": int, "receiptId": str, "biTag": str, "testMessage": bool, "collapseKey": int},
    }

    def doors(self):
        return [
            ("/v3/[^/]+/messages:send", "harmony", self.send),
            ("/v1/[^/]+/messages:revoke", "harmony-revoke", self.revoke),
        ]

    def admit(self, token):
        try:
            header, claims = jwt(token, self.verify)
        except ValueError as problem:
            raise Problem(f"no JWT: {problem}", "credential") from None
        need(header["alg"] == "PS256" and header["kid"] == self.keys["key_id"], f"the header {header}", "credential")
        need(claims["iss"] == self.keys["sub_account"], "another account", "credential")
        need(claims["aud"] == "https://oauth-login.cloud.huawei.com/oauth2/v3/token", "another audience", "credential")
        fits([claims["iat"], claims["exp"]], [int], "the times")
        need(claims["iat"] < time.time() + 60 and claims["exp"] - claims["iat"] <= 3600, "another time", "credential")
        need(time.time() < claims["exp"], "the token has run out", "expired")
        self.tokens.setdefault(token, claims["exp"])
        return token

    def verify(self, signature, message):
        key = self.keys["public"]
        key.verify(signature, message, padding.PSS(padding.MGF1(hashes.SHA256()), 32), hashes.SHA256())

    def enter(self, path, headers, body):
        credential = self.admit(bearer(headers))
        ours = [f"/v3/{self.keys['project_id']}/messages:send", f"/v1/{self.keys['client_id']}/messages:revoke"]
        need(path in ours, "another project or app", "credential")
        need(headers["push-type"] == "0", "the type")
        return credential, document(headers, body)

    def send(self, path, headers, body):
        credential, sent = self.enter(path, headers, body)
        fits(sent, self.shape)
        notification, options = sent["payload"]["notification"], sent.get("pushOptions", {})
        tokens, action = sent["target"]["token"], notification["clickAction"]
        need(len(tokens) == 1, "one push for several tokens")
        small(body, tokens[0])
        need(notification["category"] in self.categories, "the category")
        within(action["actionType"], 0, 1, "the action")
        need(action["actionType"] == 0 or {"action", "uri"} & action.keys(), "an action without a target")
        fields = push(
            tokens[0], shown(notification["title"], notification["body"]), body, action.get("data", {}),
            badge=within(notification.get("badge", {}).get("setNum"), 0, 99, "the badge"),
            category=notification["category"],
            image=web(notification.get("image")),
            notify_id=notification.get("notifyId"),
            ttl=within(options.get("ttl", DAY), 1, 15 * DAY, "the life"),
            receipt=options.get("biTag"),
        )
        return self.answer(fields, credential)

    def revoke(self, path, headers, body):
        credential, sent = self.enter(path, headers, body)
        fits(sent, {"notifyId!": int, "token!": [str]})
        fields = {"token": sent["token"][0], "notifyId": sent["notifyId"], "payload": body.decode()}
        return self.answer(fields, credential)


class Honor(Huawei):
    name = "honor"
    replies = {
        "ok": (200, 200, "success"),
        "dead": (200, 200, "expireTokens"),
        "dead-2": (200, 200, "failTokens"),
        "expired": (401, 80200003, "access token expired"),
        "credential": (401, 80200001, "authentication error"),
        "busy": (503, None, "Service Unavailable"),
        "unknown": (200, 99999, "unknown"),
        "refused": (400, 80100001, "parameter error"),
        "time": (401, 80200001, "timestamp"),
        "size": (400, 80300008, "message too large"),
    }
    shape = {
        "data": str,
        "notification": {"title!": str, "body!": str, "image": str},
        "token!": [str],
        "android!": {
            "ttl": str, "biTag": str, "targetUserType": int, "data": str,
            "notification!": {
                "title!": str, "body!": str, "clickAction!": Huawei.action, "image": str, "style": int, "tag": str,
                "bigTitle": str, "bigBody": str, "importance": str, "when": str, "notifyId": int, "group": str,
                "badge": {"addNum": int, "setNum": int, "badgeClass!": str},
            },
        },
    }

    def doors(self):
        return [
            ("/auth/token", "honor-auth", self.auth),
            ("/api/v1/[^/]+/sendMessage", "honor", self.send),
        ]

    def denial(self, case):
        return {"status": 401, "body": {"error": "invalid_client"}}

    def send(self, path, headers, body):
        credential = self.admit(bearer(headers))
        need(path == f"/api/v1/{self.keys['appId']}/sendMessage", "another app", "credential")
        near(headers["timestamp"], "the timestamp")
        sent = document(headers, body)
        fits(sent, self.shape)
        android, notification = sent["android"], sent["android"]["notification"]
        data = android.get("data", sent.get("data"))
        fields = self.notification(
            sent["token"], android, body, data, notification["clickAction"],
            notify_id=notification.get("notifyId"),
            badge=notification.get("badge", {}).get("setNum"),
            category=notification.get("importance"),
            receipt=android.get("biTag"),
        )
        return self.answer(fields, credential)

    def body(self, code, says, token):
        data = {"sendResult": says == "success", "requestId": "157278422"}
        if says in ("expireTokens", "failTokens"):
            data[says] = [token]
        return {"code": code, "message": says, "data": data}
