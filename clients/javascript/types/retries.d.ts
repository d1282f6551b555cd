/**
 * Whether the gateway surely knows what was first sent at a time, so that a repeat is done once. Clocks are corrected by a little all the
 * time, and one that was set back says nothing.
 * @param {number} sentAt
 * @param {number} now
 * @param {number} [hours] for how long it knows that; a gateway that does not say has its default
 */
export function isKnown(sentAt: number, now: number, hours?: number | undefined): boolean;
