import { Client } from "@martlet/client";
import { NodeWebSocket } from "@martlet/client/node";

const [url, user, token] = process.argv.slice(2);
const client = new Client({ url, user, token: () => token, WebSocket: NodeWebSocket });
await client.connect();
const { result } = await client.friend.add({ userID: "bob" });
const { seq } = await client.send("c2c_bob", "Hello Bob");
console.log(`${client.state.name} ${result.userID} ${seq}`);
client.disconnect();
