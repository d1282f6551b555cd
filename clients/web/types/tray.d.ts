/** The files that wait above the field until the message is sent: for each conversation its own. */
export class Tray {
    /** @param {import("./media.js").MediaParts} parts */
    constructor(parts: import("./media.js").MediaParts);
    parts: import("./media.js").MediaParts;
    /** @param {string} conversation */
    of(conversation: string): {
        file: File;
        width?: number;
        height?: number;
        thumbnail?: Blob;
    }[];
    /** Files are dragged over the chat. */
    await(composer: any): void;
    add(composer: any, conversation: any, files: any): Promise<void>;
    /** What is sent now. */
    take(composer: any, conversation: any): {
        file: File;
        width?: number;
        height?: number;
        thumbnail?: Blob;
    }[];
    show(composer: any): void;
    #private;
}
