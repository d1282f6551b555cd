import { MartletChat } from "./chat.js";
import { MartletComposer } from "./composer.js";
import { MartletConversations } from "./conversations.js";
import { MartletThread } from "./thread.js";
export { MartletChat, MartletComposer, MartletConversations, MartletThread };
export { chinese, english } from "./texts.js";
