/**
 * A call between two users in one page. The gateway rings (docs/calls.md); sound and pictures go from page to page by
 * WebRTC, whose two descriptions are messages that are not kept. Across the Internet it needs a TURN server, too.
 */
import { Client } from "@martlet/client";

const element = (id) => document.getElementById(id);
const say = (text) => (element("status").textContent = text);

/** Each page is a device of its own. */
const device = crypto.randomUUID();
let client;
/** The call that rings or goes on, and the promise of its connection. */
let call, connection;

/** The example's backend of ../chat knows the user, and gives a token. */
async function tokenOf(user) {
    const response = await fetch("/sign-in", { method: "POST", body: JSON.stringify({ user }) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
}

element("sign-in").onsubmit = async (event) => {
    event.preventDefault();
    const user = new FormData(event.target).get("user").trim();
    const { url } = await tokenOf(user);
    client = new Client({ url, user, device, token: async () => (await tokenOf(user)).token });
    client.on("call.invited", ring);
    client.on("call.changed", change);
    client.on("message.new", ({ type, body }) => type === 100 && body.callID === call?.callID && hear(body));
    await client.connect();
    element("sign-in").hidden = true;
    element("invite").hidden = false;
    say(`You are ${user}`);
};

// MARK: Ringing

element("invite").onsubmit = async (event) => {
    event.preventDefault();
    const peer = new FormData(event.target).get("peer").trim();
    try {
        ({ call } = await client.call.invite({ conversationID: `c2c_${peer}`, kind: "video" }));
        show(`Calling ${peer}…`, { canHangUp: true });
    } catch (error) {
        // Both have called at the same time: the first call is the one.
        if (error.code !== 1006) return say(error.message);
        await answer("accept", { callID: error.keys[0], conversationID: `c2c_${peer}` });
    }
};

function ring(invited) {
    if (call) return;
    call = invited;
    show(`${call.from} calls`, { rings: true });
}

async function answer(verb, answered) {
    call = answered;
    try {
        await client.call[verb]({ callID: call.callID });
    } catch (error) {
        // Another device was quicker, or the call is over.
        end(error.message);
    }
}

element("accept").onclick = () => answer("accept", call);
element("reject").onclick = () => answer("reject", call);
element("hang-up").onclick = () => client.call.leave({ callID: call.callID }).catch((error) => end(error.message));

async function change({ callID, from, users, ended }) {
    if (callID !== call?.callID) return;
    if (ended) return end(`The call is over: ${ended.outcome}`);
    if (users.some(({ state }) => state !== "accepted") || connection) return;
    const own = users.find(({ userID }) => userID === client.user);
    // Which device has accepted: the others ring no longer.
    if (own.device !== device) return end("Answered on another device");
    show("Connecting…", { canHangUp: true });
    const made = await (connection = connect());
    if (from === client.user) await describe(made, await made.createOffer());
}

function show(text, { rings = false, canHangUp = false } = {}) {
    say(text);
    element("ringing").hidden = !rings;
    element("hang-up").hidden = !canHangUp;
    element("invite").hidden = rings || canHangUp;
}

function end(text) {
    connection?.then((made) => made.close());
    call = connection = undefined;
    for (const id of ["own", "other"]) {
        for (const track of element(id).srcObject?.getTracks() ?? []) track.stop();
        element(id).srcObject = null;
    }
    show(text);
}

// MARK: Sound and pictures

async function connect() {
    const made = new RTCPeerConnection();
    made.ontrack = ({ streams }) => (element("other").srcObject = streams[0]);
    made.onconnectionstatechange = () => made.connectionState === "connected" && say("Connected");
    const media = await ownMedia();
    element("own").srcObject = media;
    for (const track of media.getTracks()) made.addTrack(track, media);
    return made;
}

/** Camera and microphone; a clock where there are none. */
async function ownMedia() {
    try {
        return await navigator.mediaDevices.getUserMedia({ audio: true, video: true });
    } catch {
        const canvas = Object.assign(document.createElement("canvas"), { width: 320, height: 240 });
        const context = canvas.getContext("2d");
        context.font = "2rem sans-serif";
        setInterval(() => {
            context.fillStyle = "teal";
            context.fillRect(0, 0, 320, 240);
            context.fillStyle = "white";
            context.fillText(new Date().toLocaleTimeString(), 60, 130);
        }, 100);
        return canvas.captureStream(10);
    }
}

/** Sends one's own description, with all ways to reach this page. */
async function describe(made, description) {
    await made.setLocalDescription(description);
    while (made.iceGatheringState !== "complete") {
        await new Promise((resolve) => made.addEventListener("icegatheringstatechange", resolve, { once: true }));
    }
    const body = { callID: call.callID, description: made.localDescription.toJSON() };
    const settings = ["history", "roaming", "persist", "sync", "shouldBeCounted", "apnsEnabled"];
    await client.message.send({
        conversationID: call.conversationID,
        clientMsgId: crypto.randomUUID(),
        type: 100,
        body,
        ...Object.fromEntries(settings.map((name) => [name, false])),
    });
}

async function hear({ description }) {
    const made = await (connection ??= connect());
    await made.setRemoteDescription(description);
    if (description.type === "offer") await describe(made, await made.createAnswer());
}
