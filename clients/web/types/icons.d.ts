/** An icon beside a text, or in a button that has a name: it says nothing by itself. @param {string} name */
export function icon(name: any): SVGSVGElement;
export namespace paths {
    const attach: string;
    const back: string;
    const check: string;
    const checks: string;
    const clock: string;
    const close: string;
    const copy: string;
    const down: string;
    const edit: string;
    const failed: string;
    const file: string;
    const mention: string;
    const more: string;
    const mute: string;
    const offline: string;
    const people: string;
    const pin: string;
    const recall: string;
    const reply: string;
    const search: string;
    const send: string;
    const trash: string;
    const unread: string;
    const chat: string;
}
