/**
 * What this device has of each stream: of the user's, of each conversation, group and channel, and of the broadcasts.
 */
export class PositionBook {
    /**
     * Of the user's stream; undefined before the first login.
     * @type {number | undefined}
     */
    user: number | undefined;
    /**
     * Up to where messages were delivered here.
     * @type {Map<string, number>}
     */
    conversations: Map<string, number>;
    /**
     * Up to where the list of conversations has shown them.
     * @type {Map<string, number>}
     */
    listed: Map<string, number>;
    /** @type {Map<string, number>} */
    groups: Map<string, number>;
    /**
     * The place of the last change of a message that was told, by conversations.
     * @type {Map<string, number>}
     */
    changes: Map<string, number>;
    /**
     * Up to where messages of channels were told.
     * @type {Map<string, number>}
     */
    channels: Map<string, number>;
    /**
     * Undefined if nothing is known of them.
     * @type {number | undefined}
     */
    broadcasts: number | undefined;
    /**
     * Names them for `resume`; the conversations that were heard of last go first, since their number is limited.
     * @returns {Positions | undefined}
     */
    named(): Positions | undefined;
    /**
     * Whether all conversations that are known are among the named ones.
     * @param {Positions | undefined} named
     */
    areAllIn(named: Positions | undefined): boolean;
    /** @param {string} conversationID */
    of(conversationID: string): number | undefined;
    /**
     * Everything up to `seq` was delivered.
     * @param {string} conversationID
     * @param {number} seq
     */
    have(conversationID: string, seq: number): void;
    /**
     * The stream begins anew at `seq`.
     * @param {string} conversationID
     * @param {number} seq
     */
    reset(conversationID: string, seq: number): void;
    /** @param {string} conversationID */
    forget(conversationID: string): void;
    /**
     * Whether this device has all that a resume from `named` leaves out.
     * @param {Positions} named
     */
    cover(named: Positions): boolean;
    /**
     * All that is known of conversations; those that were heard of last go last.
     * @returns {Array<[string, Place]>}
     */
    places(): Array<[string, Place]>;
    /**
     * Goes on where an earlier run was.
     * @param {Partial<Positions>} streams of which earlier releases kept the conversations as well
     * @param {Array<[string, Place]>} places
     */
    restore({ user, broadcasts, groups, channels, conversations, changes }: Partial<Positions>, places: Array<[string, Place]>): void;
    #private;
}
/**
 * What is known of one conversation.
 */
export type Positions = import("./types.js").Positions;
export type Place = {
    seq?: number;
    listed?: number;
    change?: number;
};
