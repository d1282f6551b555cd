"""Seven phone makers' push services, as their documents have them; those of Huawei's shape have a file of their own."""

import hashlib
import json
import re
import time

from checks import need
from huawei import Harmony, Honor, Huawei
from maker import DAY, Maker, document, fits, form, near, number, parsed, push, receipts, shown, web, within


def makers(made):
    kinds = (Huawei, Harmony, Honor, Xiaomi, OPPO, Vivo, Meizu)
    return [kind(made.makers[kind.name]) for kind in kinds]


class Xiaomi(Maker):
    name = "xiaomi"
    replies = {
        "ok": (200, 0, "ok"),
        "dead": (200, 20301, "No valid targets!"),
        "dead-2": (200, 0, "bad_regids"),
        "credential": (200, 21301, "authentication failed"),
        "busy": (200, 10027, "called too often"),
        "quota": (200, 200001, "over the day's quota"),
        "quota-2": (200, 10034, "too many messages today"),
        "unknown": (200, 99999, "unknown"),
        "refused": (200, 10017, "the value of a parameter is not valid"),
        "package": (200, 22022, "the package name is not valid"),
    }
    shape = {
        "registration_id!": str, "restricted_package_name!": str, "title!": str, "description!": str, "payload": str,
        "pass_through!": str, "notify_type": str, "notify_id": str, "time_to_live": str, "time_to_send": str,
    }

    def doors(self):
        return [
            ("/v3/message/regid", "xiaomi", self.send),
            ("/v1/message/regid/revoke", "xiaomi-revoke", self.revoke),
        ]

    def enter(self, headers, body):
        need(headers.get("authorization") == f"key={self.keys['appSecret']}", "another secret", "credential")
        fields = form(headers, body)
        need(fields["restricted_package_name"] == self.keys["packageName"], "another package", "package")
        return fields

    def send(self, path, headers, body):
        sent = self.enter(headers, body)
        extra = {name.removeprefix("extra."): sent.pop(name) for name in list(sent) if name.startswith("extra.")}
        fits(sent, self.shape)
        need(sent["pass_through"] == "0", "not a notification")
        need("," not in sent["registration_id"], "one push for several devices")
        need(len(sent.get("payload", "")) <= 4096, "a long payload", "size")
        self.check(extra)
        within(number(sent.get("notify_type")), -1, 7, "the kind of notice")
        ttl = within(number(sent.get("time_to_live")), 1, 10 * DAY * 1000, "the life")
        fields = push(
            sent["registration_id"], shown(sent["title"], sent["description"], 49, 127), body,
            parsed(sent.get("payload")),
            channel=extra.get("channel_id"),
            image=web(extra.get("notification_bigPic_uri", extra.get("notification_large_icon_uri"))),
            notify_id=number(sent.get("notify_id")),
            ttl=None if ttl is None else ttl // 1000,
            **receipts(self.name, extra.get("callback"), extra.get("callback.param")),
        )
        return self.answer(fields)

    def check(self, extra):
        need(all(len(name) <= 1024 and len(value) <= 1024 for name, value in extra.items()), "a long extra")
        within(number(extra.get("notify_effect")), 1, 3, "the effect")
        need("callback" in extra or "callback.type" not in extra, "a kind of receipts without an address")
        within(number(extra.get("callback.type")), 1, 2047, "the kind of receipts")
        need(("template_id" in extra) == ("template_param" in extra), "half a template")
        for value in parsed(extra.get("template_param")).values():
            fits(value, str, "a template's variable")
            need(1 <= len(value) <= 128 and all(ord(letter) < 0x10000 for letter in value), "a template's variable")

    def revoke(self, path, headers, body):
        sent = self.enter(headers, body)
        fits(sent, {"registration_ids!": str, "restricted_package_name!": str, "notify_id!": str})
        need("," not in sent["registration_ids"], "one revocation for several devices")
        fields = {"token": sent["registration_ids"], "notifyId": number(sent["notify_id"]), "payload": body.decode()}
        return self.answer(fields)

    def body(self, code, says, token):
        told = {"trace_id": "Xlm48b70520", "code": code, "description": says}
        if code:
            return {"result": "error", "reason": says, **told}
        bad = {"bad_regids": token} if says == "bad_regids" else {}
        return {"result": "ok", **told, "data": {"id": "slm48b70520", **bad}}


class OPPO(Maker):
    name = "oppo"
    replies = {
        "ok": (200, 0, "Success"),
        "dead": (200, 10000, "Invalid RegistrationId"),
        "expired": (200, 11, "Invalid AuthToken"),
        "credential": (200, 14, "Invalid App Key"),
        "sign": (200, 16, "Invalid Signature"),
        "time": (200, 19, "Invalid Timestamp"),
        "busy": (200, 13, "App Call Limited"),
        "busy-2": (200, -2, "Service in Flow Control"),
        "quota": (200, 33, "The number of messages exceeds the daily limit"),
        "unknown": (200, 99999, "Unknown"),
        "refused": (200, 41, "Invalid Arguments"),
        "template": (200, 54, "private_msg_template_id is null"),
    }
    shape = {
        "target_type!": int, "target_value!": str, "verify_registration_id": bool,
        "notification!": {
            "app_message_id": str, "style": int, "title!": str, "sub_title": str, "content!": str,
            "click_action_type": int, "click_action_activity": str, "click_action_url": str, "action_parameters": str,
            "off_line": bool, "off_line_ttl": int, "show_ttl": int, "channel_id": str, "category": str,
            "notify_level": int, "private_msg_template_id": str, "private_title_parameters": dict,
            "private_content_parameters": dict, "notify_id": int, "call_back_url": str, "call_back_parameter": str,
            "badge_operation_type": int, "badge_message_count": int,
        },
    }

    def doors(self):
        return [
            ("/server/v1/auth", "oppo-auth", self.auth),
            ("/server/v1/message/notification/unicast", "oppo", self.send),
        ]

    def auth(self, path, headers, body):
        sent = form(headers, body)
        fits(sent, {"app_key!": str, "timestamp!": str, "sign!": str})
        near(sent["timestamp"], "the timestamp")
        need(sent["app_key"] == self.keys["appKey"], "another key")
        code = hashlib.sha256(f"{sent['app_key']}{sent['timestamp']}{self.keys['masterSecret']}".encode()).hexdigest()
        need(sent["sign"] == code, "another signature")
        data = {"auth_token": self.issue(DAY), "create_time": int(time.time() * 1000)}
        return {}, {"status": 200, "body": {"code": 0, "message": "Success", "data": data}}

    def denial(self, case):
        return self.reply("time" if case == "time" else "sign", "")

    def send(self, path, headers, body):
        sent = form(headers, body)
        fits(sent, {"auth_token!": str, "message!": str})
        credential = self.admit(sent["auth_token"])
        message = json.loads(sent["message"])
        fits(message, self.shape)
        need(message["target_type"] == 2, "another target")
        notification = message["notification"]
        self.check(notification)
        # An emoji is one character.
        most = 128 if notification.get("style") == 2 else 50
        looks = shown(notification["title"], notification["content"], 50, most, len)
        fields = push(
            message["target_value"], looks, sent["message"].encode(), parsed(notification.get("action_parameters")),
            badge=notification.get("badge_message_count"),
            category=notification.get("category"),
            channel=notification.get("channel_id"),
            notify_id=notification.get("notify_id"),
            ttl=within(notification.get("off_line_ttl"), 1, 10 * DAY, "the life"),
            **receipts(self.name, notification.get("call_back_url"), notification.get("call_back_parameter"), 50),
        )
        return self.answer(fields, credential)

    def check(self, notification):
        need(notification.get("click_action_type", 0) in (0, 1, 2, 4, 5), "the action")
        need(len(notification.get("action_parameters", "")) <= 4000, "long parameters", "size")
        need(notification.get("notify_level") in (None, 1, 2, 16), "the level")
        need("notify_level" not in notification or "category" in notification, "a level without a category")
        private = notification.get("category") == "IM"
        need(not private or notification.get("private_msg_template_id"), "no template", "template")
        for name in ("private_title_parameters", "private_content_parameters"):
            for value in notification.get(name, {}).values():
                fits(value, str, name)

    def body(self, code, says, token):
        data = {"data": {"messageId": "5b5d1a2c", "status": "call_success"}} if code == 0 else {}
        return {"code": code, "message": says, **data}


class Vivo(Maker):
    name = "vivo"
    replies = {
        "ok": (200, 0, "success"),
        "dead": (200, 10302, "the regId is not valid"),
        "expired": (200, 10000, "no permission"),
        "credential": (200, 10094, "the appId is not the authToken's"),
        "busy": (200, 10072, "too fast"),
        "quota": (200, 10070, "over the total"),
        "quota-2": (200, 10073, "over the device's total"),
        "unknown": (200, 99999, "unknown"),
        "refused": (200, 10071, "not at this time"),
        "refused-2": (200, 10058, "the content is too long"),
        "unfit": (200, 10085, "the title or the content is not valid"),
        "unfit-2": (200, 10104, "a test's content"),
        "category": (200, 10096, "the category is not valid"),
        "class": (200, 10097, "the category is not of the class"),
    }
    # Whether each is the system's (1) or marketing (0).
    categories = {
        **dict.fromkeys("IM ACCOUNT TODO DEVICE_REMINDER ORDER SUBSCRIPTION".split(), 1),
        **dict.fromkeys("NEWS CONTENT MARKETING SOCIAL".split(), 0),
    }
    shape = {
        "regId!": str, "notifyType!": int, "title!": str, "content!": str, "timeToLive": int, "skipType!": int,
        "skipContent": str, "networkType": int, "classification": int, "category": str, "clientCustomMap": dict,
        "requestId!": str, "pushMode": int, "notifyId": int, "foregroundShow": bool, "sendOnline": bool,
        "addBadge": bool, "profileId": str, "extra": {"callback!": str, "callback.param": str},
    }

    def doors(self):
        return [("/message/auth", "vivo-auth", self.auth), ("/message/send", "vivo", self.send)]

    def auth(self, path, headers, body):
        sent = document(headers, body)
        ours = str(sent.pop("appId")) == self.keys["appId"]
        fits(sent, {"appKey!": str, "timestamp!": int, "sign!": str})
        need(ours and sent["appKey"] == self.keys["appKey"], "another app")
        near(sent["timestamp"], "the timestamp")
        text = f"{self.keys['appId']}{sent['appKey']}{sent['timestamp']}{self.keys['appSecret']}"
        need(sent["sign"] == hashlib.md5(text.encode()).hexdigest(), "another signature")
        return {}, {"status": 200, "body": {"result": 0, "desc": "success", "authToken": self.issue(DAY)}}

    def denial(self, case):
        return self.reply("expired", "")

    def reply(self, case, token):
        # Of the two, the second is for a request that is not sound.
        return super().reply(case, token or f"{case}-2")

    def send(self, path, headers, body):
        credential = self.admit(headers.get("authtoken", ""))
        sent = document(headers, body)
        # Some clients send a number, others a text.
        need(str(sent.pop("appId")) == self.keys["appId"], "another app", "credential")
        fits(sent, self.shape)
        self.check(sent)
        extra = sent.get("extra", {})
        fields = push(
            sent["regId"], shown(sent["title"], sent["content"], 40, 100), body, sent.get("clientCustomMap", {}),
            category=sent.get("category"),
            notify_id=sent.get("notifyId"),
            ttl=within(sent.get("timeToLive"), 60, DAY, "the life"),
            **receipts(self.name, extra.get("callback"), extra.get("callback.param")),
        )
        # Texts of digits or signs alone are taken for tests.
        lettered = all(any(letter.isalpha() for letter in text) for text in (sent["title"], sent["content"]))
        return self.answer(fields, credential, case=None if lettered else "unfit")

    def check(self, sent):
        within(sent["notifyType"], 1, 4, "the kind of notice")
        within(sent["skipType"], 1, 4, "the action")
        need(sent["skipType"] == 1 or sent.get("skipContent"), "an action without a target")
        within(sent.get("pushMode"), 0, 1, "the mode")
        need(sent.get("category") in [None, *self.categories], "the category", "category")
        wanted = self.categories.get(sent.get("category"), sent.get("classification"))
        need(sent.get("classification") in (None, wanted), "the class", "class")
        own = sent.get("clientCustomMap", {})
        need(len(own) <= 10 and sum(len(name) + len(value) for name, value in own.items()) <= 1024, "much data")
        for value in own.values():
            fits(value, str, "clientCustomMap")
        need(1 <= len(sent["requestId"]) <= 64, "the request's id")

    def body(self, code, says, token):
        if code == 0:
            return {"result": 0, "desc": says, "taskId": "121397329"}
        invalid = {"invalidUser": {"status": 2 if token == "dead-2" else 1, "userid": token}} if code == 10302 else {}
        return {"result": code, "desc": says, **invalid}


class Meizu(Maker):
    name = "meizu"
    replies = {
        "ok": (200, "200", {}),
        "dead": (200, "200", "110002"),
        "dead-2": (200, "200", "110003"),
        "credential": (200, "1006", ""),
        "busy": (200, "110010", ""),
        "busy-2": (200, "200", "519"),
        "unknown": (200, "99999", ""),
        "refused": (200, "1005", ""),
        "app": (200, "110000", ""),
    }
    shape = {
        "noticeBarInfo!": {"noticeBarType": int, "noticeMsgType": int, "title!": str, "content!": str},
        "noticeExpandInfo": {"noticeExpandType": int, "noticeExpandContent": str, "noticeExpandImgUrl": str},
        "clickTypeInfo": {"clickType": int, "url": str, "activity": str, "parameters": dict, "customAttribute": str},
        "pushTimeInfo": {"offLine": int, "validTime": int},
        "advanceInfo": {"suspend": int, "clearNoticeBar": int, "notificationType": dict, "notifyKey": str},
        "extra": {"callback!": str, "callback.param": str, "callback.type": str},
    }

    def doors(self):
        return [("/garcia/api/server/push/varnished/pushByPushId", "meizu", self.send)]

    def send(self, path, headers, body):
        sent = form(headers, body)
        fits(sent, {"appId!": str, "pushIds!": str, "messageJson!": str, "sign!": str})
        need(sent["appId"] == self.keys["appId"], "another app", "app")
        text = "".join(f"{name}={sent[name]}" for name in sorted(sent) if name != "sign") + self.keys["appSecret"]
        need(sent["sign"] == hashlib.md5(text.encode()).hexdigest(), "another signature", "credential")
        need("," not in sent["pushIds"], "one push for several devices")
        message = json.loads(sent["messageJson"])
        fits(message, self.shape)
        time_info, click = message.get("pushTimeInfo", {}), message.get("clickTypeInfo", {})
        key = message.get("advanceInfo", {}).get("notifyKey")
        need(key is None or re.fullmatch("[0-9A-Za-z_-]{1,8}", key), "the key")
        within(click.get("clickType"), 0, 2, "the action")
        extra = message.get("extra", {})
        need(extra.get("callback.type") in (None, "1", "2", "3"), "the kind of receipts")
        looks = shown(message["noticeBarInfo"]["title"], message["noticeBarInfo"]["content"], 32, 100)
        ttl = within(time_info.get("validTime", 24), 1, 72, "the life") * 3600
        data = click.get("parameters", {})
        kind = {None: None, 0: "0", 1: "1"}[message["noticeBarInfo"].get("noticeMsgType")]
        fields = push(
            sent["pushIds"], looks, sent["messageJson"].encode(), data, category=kind, ttl=ttl,
            **receipts(self.name, extra.get("callback"), extra.get("callback.param")),
        )
        return self.answer({**fields, "notifyKey": key})

    def body(self, code, says, token):
        """What it says is the code of this one token, if any; an accepted one is not named."""
        value = {says: [token]} if says else says
        if token.endswith("-2") and says != "":
            # So the documents of the interface that all makers were to share have it.
            value = {"msgId": "NS20261129", "respTarget": value}
        return {"code": code, "message": "", "value": value, "redirect": "", "msgId": "NS20261129"}
