"""Uses the client that openapi-python-client makes: each module, requests with choices, their results, and errors."""
import importlib
import os
import pkgutil

import martlet_client
from martlet_client import AuthenticatedClient, models
from martlet_client.api.admin import (
    admin_account_create,
    admin_group_add_admin,
    admin_group_create,
    admin_group_remove_admin,
    admin_message_send,
    admin_notification_send,
    admin_push_explain,
)
from martlet_client.api.conversation import conversation_delete, conversation_get
from martlet_client.api.default import batch
from martlet_client.api.group import group_add_admin, group_join, group_remove_admin
from martlet_client.api.message import message_history
from martlet_client.api.profile import profile_get, profile_modify_self
from martlet_client.types import UNSET

count = 0
for module in pkgutil.walk_packages(martlet_client.__path__, "martlet_client."):
    importlib.import_module(module.name)
    count += 1

url = os.environ["CONTRACT_URL"]
admin = AuthenticatedClient(url, os.environ["CONTRACT_KEY"], prefix="", auth_header_name="Martlet-Key")
alice = AuthenticatedClient(url, os.environ["CONTRACT_TOKEN"])


def ok(operation, client, body, **headers):
    """The result of a request that must succeed."""
    answer = operation.sync(client=client, body=body, **headers)
    assert not isinstance(answer, models.ErrorResponse), answer
    return answer.ok


def error(operation, client, body, **headers):
    answer = operation.sync(client=client, body=body, **headers)
    assert isinstance(answer, models.ErrorResponse), answer
    return answer.error.name


names = ["ann", "ben", "cat"]
accounts = [models.AdminAccountCreateRequestAccountsItem(user_id=name) for name in names]
created = ok(admin_account_create, admin, models.AdminAccountCreateRequest(accounts))
assert [result.created for result in created.results] == [True] * 3

# Messages to one and to many: one type for both.
text = models.AdminMessageSendRequestBody.from_dict({"text": "hello"})


def message(**more):
    return models.AdminMessageSendRequest(type_=models.AdminMessageSendRequestType(0), body=text, **more)


sent = ok(admin_message_send, admin, message(from_="ann", conversation_id="c2c_alice", client_msg_id="m-0"))
assert sent.conversation_id == "c2c_alice" and sent.seq == 1 and sent.results is UNSET
many = ok(admin_message_send, admin, message(user_i_ds=["alice", "nobody"], client_msg_id="m-1"))
assert [result.code for result in many.results] == [0, 404] and many.msg_id is UNSET
assert error(admin_message_send, admin, message(client_msg_id="m-2")) == "messageParameters"
both = message(conversation_id="c2c_ben", user_i_ds=["ben"], client_msg_id="m-3")
assert error(admin_message_send, admin, both) == "messageParameters"
page = ok(message_history, alice, models.MessageHistoryRequest("c2c_ann", around=sent.msg_id))
assert page.messages[0].body["text"] == "hello" and page.is_finished

explained = ok(admin_push_explain, admin, models.AdminPushExplainRequest("alice", sent.msg_id))
assert explained.pushed is False and explained.recalled is UNSET

told = ok(admin_notification_send, admin, models.AdminNotificationSendRequest("sale", user_i_ds=["alice"]))
assert [result.code for result in told.results] == [0]

# Conversations: one, several, none.
one = ok(conversation_get, alice, models.ConversationGetRequest(conversation_id="c2c_ann"))
assert one.conversation.last_message.msg_id == sent.msg_id and one.results is UNSET
several = ok(conversation_get, alice, models.ConversationGetRequest(conversation_i_ds=["c2c_ann", "c2c_ben"]))
assert [result.code for result in several.results] == [0, 6017]
assert error(conversation_get, alice, models.ConversationGetRequest()) == "conversationParameters"
ok(conversation_delete, alice, models.ConversationDeleteRequest(conversation_id="c2c_ann"))

# A group's admins: one and several, as a member and as an administrator.
style = models.AdminGroupCreateRequestStyleType0(3)
group = ok(admin_group_create, admin, models.AdminGroupCreateRequest("alice", "Team", style=style)).group_id
for name in names:
    assert ok(group_join, admin, models.GroupJoinRequest(group), martlet_as=name).joined
ok(group_add_admin, alice, models.GroupAddAdminRequest(group, user_id="ann"))
ok(admin_group_add_admin, admin, models.AdminGroupAddAdminRequest(group, user_i_ds=["ben", "cat"]))
ok(group_remove_admin, alice, models.GroupRemoveAdminRequest(group, user_i_ds=["ann", "ben"]))
ok(admin_group_remove_admin, admin, models.AdminGroupRemoveAdminRequest(group, user_id="cat"))
assert error(group_add_admin, alice, models.GroupAddAdminRequest("1", user_id="ann")) == "notInGroup"

# Texts, bytes, and members with names that the configuration has.
values = models.ProfileModifySelfRequestValues(nickname="Alice", self_signature=models.Bytes("aGVsbG8="), location="Rome")
values["Tag_Profile_Custom_colour"] = "red"
ok(profile_modify_self, alice, models.ProfileModifySelfRequest(values))
(profile,) = ok(profile_get, alice, models.ProfileGetRequest(["alice"])).profiles
assert profile.nickname == "Alice" and profile.self_signature.b == "aGVsbG8=" and profile.location.b == "Um9tZQ=="
assert profile.custom_info["colour"].b == "cmVk", profile.custom_info

calls = [models.BatchRequestCallsItem("no.such")]
(failed,) = ok(batch, alice, models.BatchRequest(calls)).results
assert failed.error.name == "unknownOperation", failed
print(f"{count} modules")
