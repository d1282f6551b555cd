/**
 * What can be done with a message.
 * @param {any} thread
 * @param {any} row
 * @param {{x: number, y: number}} at
 */
export function openMessageMenu(thread: any, row: any, at: {
    x: number;
    y: number;
}): void;
