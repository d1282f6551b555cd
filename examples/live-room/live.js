/** A live stream with a room beside it: the chat is the element of docs/web.md, gifts and likes are the backend's. */
import { Client } from "@martlet/client";
import "@martlet/web/room";

const element = (selector) => document.querySelector(selector);

// Shows the page in Chinese, or dark: ?lang=zh&scheme=dark.
const query = new URLSearchParams(location.search);
if (query.has("lang")) document.documentElement.lang = query.get("lang");
if (query.has("scheme")) document.documentElement.dataset.scheme = query.get("scheme");

const signs = { rose: "🌹", cake: "🍰", rocket: "🚀" };
const isChinese = document.documentElement.lang.startsWith("zh");
const names = isChinese
    ? { rose: "玫瑰", cake: "蛋糕", rocket: "火箭", like: "喜欢" }
    : { rose: "Rose", cake: "Cake", rocket: "Rocket", like: "Like" };
const gave = (gift) => (isChinese ? `送出 ${signs[gift]} ${names[gift]}` : `gives a ${names[gift].toLowerCase()} ${signs[gift]}`);

// Users may send what looks like a gift. Only the backend and the host say something with this priority.
const isGift = ({ priority, body }) => priority === "high" && body.gift in signs;
const isLikes = ({ priority, body }) => priority === "high" && body.likes > 0;

/** Asks the example's backend. A real one knows the user by the session of the page. */
async function ask(path, data) {
    const response = await fetch(path, { method: "POST", body: JSON.stringify(data) });
    const answer = await response.json();
    if (!response.ok) throw new Error(answer.error);
    return answer;
}

async function watch(user) {
    const { url, room } = await ask("/sign-in", { user });
    const client = new Client({ url, user, token: async () => (await ask("/sign-in", { user })).token });
    const chat = element("martlet-room");
    chat.setAttribute("scheme", document.documentElement.dataset.scheme ?? "");
    // A gift has a line of its own; likes have none.
    chat.drawn = (message) => (isGift(message) ? gave(message.body.gift) : message.body.text ?? null);
    chat.room = room;
    chat.client = client;
    chat.live.on("news", ({ messages }) => messages.forEach(show));
    // For the tests, and for whoever looks at the page in the browser's tools.
    window.live = { client, chat };
    element("#sign-in").hidden = true;
    element("#stage").hidden = false;
    for (const button of document.querySelectorAll("[data-gift]")) {
        button.onclick = () => ask("/give", { user, gift: button.dataset.gift });
    }
    element("#like").onclick = () => ask("/like", { user });
    for (const [name, text] of Object.entries(names)) element(`[data-gift="${name}"] .name, #${name} .name`).textContent = text;
    await client.connect();
    draw();
}

let likes = 0;

/** What flies over the picture. */
function show(message) {
    const { gift, likes: more } = message.body;
    if (isLikes(message)) element("#like b").textContent = likes += more;
    else if (!isGift(message)) return;
    const flying = Object.assign(document.createElement("span"), { textContent: signs[gift] ?? "❤️" });
    flying.style.insetInlineStart = `${10 + Math.random() * 75}%`;
    flying.onanimationend = () => flying.remove();
    element("#flying").append(flying);
}

/** A drawn picture stands for the stream. */
function draw(time = 0) {
    const canvas = element("canvas");
    const context = canvas.getContext("2d");
    const { width, height } = canvas;
    const sky = context.createLinearGradient(0, 0, 0, height);
    for (const [place, color] of [[0, "#27325e"], [0.45, "#c8677a"], [0.62, "#ffc48a"]]) sky.addColorStop(place, color);
    context.fillStyle = sky;
    context.fillRect(0, 0, width, height);
    context.fillStyle = "#ffe9c4";
    context.beginPath();
    context.arc(width * 0.68, height * 0.5, 46, 0, 7);
    context.fill();
    for (let wave = 0; wave < 7; wave++) {
        context.fillStyle = `hsl(${225 - wave * 3}, 45%, ${34 - wave * 3}%)`;
        context.beginPath();
        context.moveTo(0, height);
        for (let x = 0; x <= width; x += 16) {
            context.lineTo(x, height * (0.6 + wave * 0.06) + Math.sin(x / (60 + wave * 12) + time / 900 + wave * 2) * (4 + wave));
        }
        context.lineTo(width, height);
        context.fill();
    }
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) requestAnimationFrame(draw);
}

element("#sign-in").onsubmit = async (event) => {
    event.preventDefault();
    try {
        await watch(element("#user").value.trim());
    } catch (error) {
        element("#sign-in p").textContent = error.message;
    }
};
