/**
 * Draws the rows of a thread.
 */
export class Bubbles {
    /**
     * @param {any} element the thread
     * @param {object} options
     * @param {any} options.quotes
     * @param {(msgId: string) => void} options.jump
     * @param {(message: any, reaction: string, remove: boolean) => void} options.react
     * @param {(item: HTMLElement, at: {x: number, y: number}) => void} options.menu
     */
    constructor(element: any, options: {
        quotes: any;
        jump: (msgId: string) => void;
        react: (message: any, reaction: string, remove: boolean) => void;
        menu: (item: HTMLElement, at: {
            x: number;
            y: number;
        }) => void;
    });
    element: any;
    options: {
        quotes: any;
        jump: (msgId: string) => void;
        react: (message: any, reaction: string, remove: boolean) => void;
        menu: (item: HTMLElement, at: {
            x: number;
            y: number;
        }) => void;
    };
    /** All that is seen of a row, as a text. @param {any} row */
    gist(row: any): string;
    /** @param {any} row @returns {HTMLElement} */
    draw(row: any): HTMLElement;
    #private;
}
