/**
 * @typedef {import("./client.js").Client} Client
 *
 * A text that becomes a message when it ends.
 * @typedef {{conversationID: string, streamID: string, from: string, text: string}} StreamedText
 */
/**
 * Shows messages while their texts are being made: for the conversations at which the user looks, 3 at most. A text is
 * gone from here when its message has come, or there will be none.
 *
 * `change` names a conversation whose texts are others than before; `failed` tells that the gateway has refused to have
 * the conversations watched.
 * @extends {Emitter<{change: {conversationID: string}, failed: import("./errors.js").MartletError}>}
 */
export class StreamedMessages extends Emitter<{
    change: {
        conversationID: string;
    };
    failed: import("./errors.js").MartletError;
}> {
    /** @param {Client} client */
    constructor(client: Client);
    client: import("./client.js").Client;
    /**
     * The user looks at these conversations, and no longer at others.
     * @param {string[]} conversationIDs
     */
    watch(conversationIDs: string[]): void;
    /**
     * The texts that are being made now, the first one first. Show them below all messages.
     * @param {string} conversationID
     * @returns {StreamedText[]}
     */
    of(conversationID: string): StreamedText[];
    /**
     * Has a text stopped. What there is of it comes as a message, or as its end.
     * @param {string} conversationID @param {string} streamID
     */
    stop(conversationID: string, streamID: string): Promise<{}>;
    /** Watches nothing more. */
    close(): void;
    #private;
}
/**
 * A text that becomes a message when it ends.
 */
export type Client = import("./client.js").Client;
export type StreamedText = {
    conversationID: string;
    streamID: string;
    from: string;
    text: string;
};
import { Emitter } from "./emitter.js";
