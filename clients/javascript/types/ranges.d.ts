/**
 * A message was told that comes behind all that is here. Places between that were passed over are no gap.
 * @param {Range[]} ranges @param {number} seq
 * @returns {Range[]}
 */
export function withMessage([newest, ...older]: Range[], seq: number): Range[];
/**
 * What came up to `to` is not fetched.
 * @param {Range[]} ranges @param {number} to
 * @returns {Range[]}
 */
export function withGap(ranges: Range[], to: number): Range[];
/**
 * The stream goes on behind `to`, and nobody says what has become of the messages before.
 * @param {Range[]} ranges @param {number} to @param {boolean} [isKept]
 * @returns {Range[]}
 */
export function withReset(ranges: Range[], to: number, isKept?: boolean | undefined): Range[];
/**
 * A page was read that ends below `before`, or with the newest message if that is 0, and begins at `low`. Undefined if there is
 * a hole between the page and the newest range.
 * @param {Range[]} ranges @param {{before: number, low: number, top: number}} page
 * @returns {Range[] | undefined}
 */
export function withPage(ranges: Range[], { before, low, top }: {
    before: number;
    low: number;
    top: number;
}): Range[] | undefined;
export function includes(ranges: Range[], seq: number): boolean;
export function outlasts(ranges: Range[], seq: number): boolean;
export function cut(ranges: Range[], from: number): Range[];
/**
 * What a device has of a conversation: in each range all messages from one `seq` to another, and between two ranges a gap. The
 * newest range comes first, and is empty, with `to` below `from`, while nothing above a gap was read. Unconfirmed is what may
 * have been deleted since it was read: a page says so. What is kept stays where no page can tell of it, since the gateway keeps
 * messages for some days only.
 */
export type Range = {
    from: number;
    to: number;
    isUnconfirmed?: boolean;
    isKept?: boolean;
};
