// Uses the client that openapi-generator makes: requests with choices, their results, and errors.
import {
    AdminApi, AdminMessageSendRequest, Configuration, ConversationApi, DefaultApi, ErrorResponse, GroupApi, MessageApi,
    ProfileApi, ResponseError,
} from "./index";

declare const process: { env: Record<string, string>; exitCode: number };

const basePath = process.env.CONTRACT_URL;
const key = new Configuration({ basePath, apiKey: process.env.CONTRACT_KEY });
const token = new Configuration({ basePath, accessToken: process.env.CONTRACT_TOKEN });
const [admin, alice] = [new AdminApi(key), new ConversationApi(token)];

function equal(is: unknown, wanted: unknown): void {
    const [left, right] = [JSON.stringify(is), JSON.stringify(wanted)];
    if (left !== right) throw new Error(`${left} is not ${right}`);
}

/** The name of the error that a request is refused with. */
async function refusal(request: Promise<unknown>): Promise<string> {
    try {
        await request;
    } catch (error) {
        if (!(error instanceof ResponseError)) throw error;
        const refused: ErrorResponse = await error.response.json();
        return refused.error.name;
    }
    throw new Error("nothing was refused");
}

async function send(more: Partial<AdminMessageSendRequest>) {
    const adminMessageSendRequest: AdminMessageSendRequest = { type: 0, body: { text: "hello" }, ...more };
    return (await admin.adminMessageSend({ adminMessageSendRequest })).ok;
}

async function main(): Promise<void> {
    const accounts = ["dan", "eve", "fay"].map((userID) => ({ userID }));
    const created = await admin.adminAccountCreate({ adminAccountCreateRequest: { accounts } });
    equal(created.ok.results.map((result) => result.created), [true, true, true]);

    // Messages to one and to many: one type for both.
    const sent = await send({ from: "dan", conversationID: "c2c_alice", clientMsgId: "m-4" });
    equal([sent.conversationID, sent.seq, sent.results], ["c2c_alice", 1, undefined]);
    const many = await send({ userIDs: ["alice", "nobody"], clientMsgId: "m-5" });
    equal(many.results?.map((result) => result.code), [0, 404]);
    equal(await refusal(send({ clientMsgId: "m-6" })), "messageParameters");
    equal(await refusal(send({ conversationID: "c2c_eve", userIDs: ["eve"], clientMsgId: "m-7" })), "messageParameters");
    const messageHistoryRequest = { conversationID: "c2c_dan", around: sent.msgId };
    const page = (await new MessageApi(token).messageHistory({ messageHistoryRequest })).ok;
    equal([page.messages[0].body, page.isFinished], [{ text: "hello" }, true]);

    const adminPushExplainRequest = { userID: "alice", msgId: sent.msgId! };
    const explained = (await admin.adminPushExplain({ adminPushExplainRequest })).ok;
    equal([explained.pushed, explained.recalled], [false, undefined]);

    const adminNotificationSendRequest = { name: "sale", userIDs: ["alice"] };
    const told = (await admin.adminNotificationSend({ adminNotificationSendRequest })).ok;
    equal(told.results?.map((result) => result.code), [0]);

    // Conversations: one, several, none.
    const one = await alice.conversationGet({ conversationGetRequest: { conversationID: "c2c_dan" } });
    equal([one.ok.conversation?.lastMessage?.msgId, one.ok.results], [sent.msgId, undefined]);
    const several = await alice.conversationGet({ conversationGetRequest: { conversationIDs: ["c2c_dan", "c2c_eve"] } });
    equal(several.ok.results?.map((result) => result.code), [0, 6017]);
    equal(await refusal(alice.conversationGet({ conversationGetRequest: {} })), "conversationParameters");
    await alice.conversationDelete({ conversationDeleteRequest: { conversationID: "c2c_dan" } });

    // A group's admins: one and several, as a member and as an administrator.
    const [groups, members] = [new GroupApi(token), new GroupApi(key)];
    const adminGroupCreateRequest = { owner: "alice", name: "Team", style: 3 } as const;
    const { groupID } = (await admin.adminGroupCreate({ adminGroupCreateRequest })).ok;
    for (const { userID } of accounts) {
        equal((await members.groupJoin({ groupJoinRequest: { groupID }, martletAs: userID })).ok.joined, true);
    }
    await groups.groupAddAdmin({ groupAddAdminRequest: { groupID, userID: "dan" } });
    await admin.adminGroupAddAdmin({ adminGroupAddAdminRequest: { groupID, userIDs: ["eve", "fay"] } });
    await groups.groupRemoveAdmin({ groupRemoveAdminRequest: { groupID, userIDs: ["dan", "eve"] } });
    await admin.adminGroupRemoveAdmin({ adminGroupRemoveAdminRequest: { groupID, userID: "fay" } });
    equal(await refusal(groups.groupAddAdmin({ groupAddAdminRequest: { groupID: "1", userID: "dan" } })), "notInGroup");

    // Texts, bytes, and members with names that the configuration has.
    const profiles = new ProfileApi(token);
    const values = { nickname: "Alice", selfSignature: { b: "aGVsbG8=" }, location: "Rome", Tag_Profile_Custom_colour: "red" };
    await profiles.profileModifySelf({ profileModifySelfRequest: { values } });
    const [profile] = (await profiles.profileGet({ profileGetRequest: { userIDs: ["alice"] } })).ok.profiles;
    equal([profile.nickname, profile.selfSignature, profile.location], ["Alice", { b: "aGVsbG8=" }, { b: "Um9tZQ==" }]);
    equal(profile.customInfo, { colour: { b: "cmVk" } });

    const calls = [{ op: "no.such" }];
    const [failed] = (await new DefaultApi(token).batch({ batchRequest: { calls } })).ok.results;
    equal(failed.error?.name, "unknownOperation");
}

main().catch((error) => {
    console.error(error);
    process.exitCode = 1;
});
