/**
 * All that is seen of a conversation in the list.
 * @param {any} element
 * @param {any} conversation
 * @param {Map<string, any>} newest the newest entry of the outbox in each conversation
 */
export function describeRow(element: any, conversation: any, newest: Map<string, any>): {
    id: any;
    name: any;
    picture: any;
    draft: any;
    last: any;
    time: any;
    unread: any;
    isMarked: any;
    isMuted: boolean;
    signs: string[];
    isCurrent: boolean;
    language: any;
};
/** @param {any} element @param {any} row as `describeRow` gives it */
export function drawRow(element: any, row: any): any;
/** Stands for a conversation that is not read yet. */
export function drawSkeleton(): any;
/** The `recvOpt` of a conversation that is not muted: docs/operations.md. */
export const receives: 0;
export function count(number: number): string;
