/**
 * Shows who is typing, and signals that this user is. A user who has not signalled for some seconds, or has sent a
 * message, types no longer. When the connection is lost, nobody does.
 *
 * `change` names a conversation in which others type than before; `failed` tells that the gateway has refused a signal.
 * @extends {Emitter<{change: {conversationID: string}, failed: import("./errors.js").MartletError}>}
 */
export class Typing extends Emitter<{
    change: {
        conversationID: string;
    };
    failed: import("./errors.js").MartletError;
}> {
    /** @param {Client} client */
    constructor(client: Client);
    client: import("./client.js").Client;
    /**
     * The users who are typing now, the one who began last at the end. This user is never among them.
     * @param {string} conversationID
     */
    of(conversationID: string): string[];
    /**
     * The user has changed the text: call this at each input.
     * @param {string} conversationID
     */
    write(conversationID: string): void;
    /**
     * The text was sent or cleared. A message that is on its way says so by itself.
     * @param {string} conversationID
     */
    stop(conversationID: string): void;
    /** Hears and signals nothing more. */
    close(): void;
    #private;
}
/**
 * Another user who is typing.
 */
export type Client = import("./client.js").Client;
export type Typist = {
    conversationID: string;
    userID: string;
    timer: any;
};
import { Emitter } from "./emitter.js";
