/** The first element that needs them makes them. */
export function partsOf(session: any): any;
/** @param {number} bytes @param {string} language */
export function sizeText(bytes: number, language: string): string;
/** What all elements of one client share of pictures and files. */
export class MediaParts {
    constructor(session: any);
    session: any;
    media: import("@martlet/client/media").Media;
    /** Files are attached to the message that is written; none: they are being dragged. */
    attach(composer: any, conversation: any, files: any): void;
    /** Whether there are files for the message of a conversation. */
    has(conversation: any): boolean;
    /** The composer has gone to another conversation. */
    show(composer: any): void;
    /**
     * Sends the message with what is attached.
     * @returns {Promise<any>} of the message as it is stored
     */
    send(composer: any, message: any): Promise<any>;
    /** What a message shows of its media, or of those on their way. */
    draw(thread: any, message: any, entry: any): any;
    /** What the menu of a message offers. */
    choices(thread: any, message: any): {
        icon: string;
        text: any;
        act: () => any;
    }[];
    /** Its URL comes; one that has ended is asked for again. */
    fill(element: any, item: any, isSmall?: boolean): Promise<void>;
    objectURL(blob: any): any;
    /** The gateway gives it as an attachment with its name. */
    save({ mediaID, name }: {
        mediaID: any;
        name: any;
    }): Promise<void>;
    style(element: any, css: any): void;
    /** What is known of a picture before it is sent. */
    lookAt(file: any): Promise<{
        width?: number;
        height?: number;
        thumbnail?: Blob;
    }>;
    #private;
}
