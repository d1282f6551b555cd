/** An icon beside a text, or in a button that has a name: it says nothing by itself. @param {string} name */
export function icon(name: any): SVGSVGElement;
