/**
 * The rows of a conversation: its messages, those on their way, the days between them, and where the unread ones begin.
 * @param {{messages: any[], unsent: any[]}} view
 * @param {{user: string, divider?: number}} options the user, and the `seq` up to which the user had read before
 * @returns {Row[]}
 */
export function rowsOf({ messages, unsent }: {
    messages: any[];
    unsent: any[];
}, { user, divider }: {
    user: string;
    divider?: number;
}): Row[];
/**
 * A row of a thread. `starts` and `ends` say whether it begins and ends a group of messages of one sender.
 */
export type Row = {
    kind: "day" | "unread" | "message" | "unsent" | "note" | "recalled";
    key: string;
    time: number;
    message?: any;
    entry?: any;
    isOwn?: boolean;
    starts?: boolean;
    ends?: boolean;
};
