import { Client } from "@martlet/client";

const client = new Client({ url: "", user: "", token: () => "" });
export const state: string = client.state.name;

export async function add(): Promise<number> {
    const { result } = await client.friend.add({ userID: "bob", addWording: "Hi" }, { timeout: 5000 });
    await client.conversation.list();
    client.on("message.new", ({ conversationID, seq }) => console.log(conversationID, seq.toFixed()));
    // @ts-expect-error A parameter is missing.
    await client.friend.add({});
    // @ts-expect-error There is no such parameter.
    await client.friend.add({ userID: "bob", wording: "Hi" });
    // @ts-expect-error There is no such operation.
    await client.friend.ad({ userID: "bob" });
    // @ts-expect-error The result has no such member.
    (await client.request("friend.add", { userID: "bob" })).results;
    return result.code;
}
