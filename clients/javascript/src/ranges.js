/**
 * What a device has of a conversation: in each range all messages from one `seq` to another, and between two ranges a gap. The
 * newest range comes first, and is empty, with `to` below `from`, while nothing above a gap was read. Unconfirmed is what may
 * have been deleted since it was read: a page says so. What is kept stays where no page can tell of it, since the gateway keeps
 * messages for some days only.
 * @typedef {{from: number, to: number, isUnconfirmed?: boolean, isKept?: boolean}} Range
 */

/** Holes of one conversation that are remembered: what is below them is read anew. */
const mostRanges = 20;

/** @param {Range[]} ranges @param {number} seq */
export const includes = (ranges, seq) => ranges.some(({ from, to }) => from <= seq && seq <= to);

/**
 * A message was told that comes behind all that is here. Places between that were passed over are no gap.
 * @param {Range[]} ranges @param {number} seq
 * @returns {Range[]}
 */
export function withMessage([newest, ...older], seq) {
    if (!newest) return [{ from: seq, to: seq }];
    return newest.isUnconfirmed ? [{ from: seq, to: seq }, newest, ...older] : [{ from: newest.from, to: seq }, ...older];
}

/**
 * Whether a message stays of which the gateway could not tell any more.
 * @param {Range[]} ranges @param {number} seq
 */
export const outlasts = (ranges, seq) =>
    ranges.some(({ from, to, isUnconfirmed, isKept }) => from <= seq && seq <= to && (isKept || !isUnconfirmed));

/**
 * What came up to `to` is not fetched.
 * @param {Range[]} ranges @param {number} to
 * @returns {Range[]}
 */
export function withGap(ranges, to) {
    if (ranges.length === 0 || ranges[0].to >= to) return ranges;
    return [{ from: to + 1, to }, ...ranges.filter(isFilled)].slice(0, mostRanges);
}

/**
 * The stream goes on behind `to`, and nobody says what has become of the messages before.
 * @param {Range[]} ranges @param {number} to @param {boolean} [isKept]
 * @returns {Range[]}
 */
export function withReset(ranges, to, isKept) {
    const doubt = (/** @type {Range} */ range) => ({
        from: range.from, to: Math.min(range.to, to), isUnconfirmed: true,
        ...(isKept && outlasts([range], range.to) && { isKept }),
    });
    const kept = ranges.map(doubt).filter(isFilled);
    return kept.length === 0 ? [] : [{ from: to + 1, to }, ...kept];
}

/**
 * A page was read that ends below `before`, or with the newest message if that is 0, and begins at `low`. Undefined if there is
 * a hole between the page and the newest range.
 * @param {Range[]} ranges @param {{before: number, low: number, top: number}} page
 * @returns {Range[] | undefined}
 */
export function withPage(ranges, { before, low, top }) {
    const newest = ranges[0] && !ranges[0].isUnconfirmed ? ranges[0] : undefined;
    if (before !== 0 && (!newest || before < newest.from)) return undefined;
    let from = Math.min(low, newest?.from ?? low);
    const to = Math.max(top, newest?.to ?? 0);
    /** @type {Range[]} */
    const older = [];
    for (const range of newest ? ranges.slice(1) : ranges) {
        if (range.isUnconfirmed) older.push({ ...range, to: Math.min(range.to, from - 1) });
        else if (range.to >= from - 1) from = Math.min(from, range.from);
        else older.push(range);
    }
    return [{ from, to }, ...older.filter(isFilled)];
}

/**
 * Nothing below `from` is here any more.
 * @param {Range[]} ranges @param {number} from
 * @returns {Range[]}
 */
export const cut = (ranges, from) =>
    ranges.filter(({ to }, index) => index === 0 || to >= from).map((range) => ({ ...range, from: Math.max(range.from, from) }));

/** @param {Range} range */
const isFilled = ({ from, to }) => from <= to;
