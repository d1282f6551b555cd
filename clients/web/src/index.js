/** The elements of a chat: docs/web.md. To load this module defines them. */
import { MartletChat } from "./chat.js";
import { MartletComposer } from "./composer.js";
import { MartletConversations } from "./conversations.js";
import { MartletThread } from "./thread.js";

const elements = {
    "martlet-chat": MartletChat,
    "martlet-conversations": MartletConversations,
    "martlet-thread": MartletThread,
    "martlet-composer": MartletComposer,
};

for (const [name, element] of Object.entries(elements)) {
    if (globalThis.customElements && !customElements.get(name)) customElements.define(name, element);
}

export { MartletChat, MartletComposer, MartletConversations, MartletThread };
export { chinese, english } from "./texts.js";
