/** The signs that stand for a name: of two words their first ones, of a Chinese name the last. @param {string} name */
export function initials(name: any): any;
/** The same for an id everywhere. @param {string} id */
export function color(id: any): string;
/**
 * A picture, or the initials on a color of the id.
 * @param {string} id
 * @param {string} name
 * @param {string} [url]
 */
export function avatar(id: string, name: string, url?: string): any;
