/**
 * A notification of a group as a sentence.
 * @param {any} element
 * @param {any} message
 */
export function noteOf(element: any, { conversationID, from, body }: any): any;
/**
 * A message in one line, without its sender.
 * @param {any} element
 * @param {any} message
 * @returns {string}
 */
export function gistOf(element: any, message: any): string;
/** The last message of a conversation as the list shows it: in a group with its sender. */
export function lastOf(element: any, { conversationID, lastMessage }: {
    conversationID: any;
    lastMessage: any;
}): string;
export namespace types {
    const image: number;
    const notification: number;
    const file: number;
}
export function usersOf({ from, type, atUserList, body }: {
    from: any;
    type: any;
    atUserList?: any[];
    body: any;
}): any[];
export function textOf({ type, body }: any): string;
