/** Completes mentions of a group's members in a field. */
export class Completion {
    /** @param {any} element the composer @param {HTMLTextAreaElement} field */
    constructor(element: any, field: HTMLTextAreaElement);
    element: any;
    field: HTMLTextAreaElement;
    list: any;
    get isOpen(): boolean;
    /** Those who were picked in a conversation. @param {string} conversationID */
    picked(conversationID: any): import("./mentions.js").Candidate[];
    /** The text or the cursor has changed. */
    look(): Promise<void>;
    close(): void;
    /** Whether a key was meant for the list. @param {KeyboardEvent} event */
    key({ key }: {
        key: any;
    }): boolean;
    #private;
}
