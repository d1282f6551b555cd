/** A line for each series over the last minutes, with the newest numbers in words. */
import { make } from "./dom.js";
import { number, t } from "./texts.js";

/** Five minutes, a point each two seconds; in the beginning half a minute takes the whole width. */
const [width, height, most, fewest] = [320, 90, 150, 15];

export class Chart {
    #points = [];
    #series;
    #unit;
    #lines;
    #legend;
    #drawing;

    /** `series`: names of up to three lines. */
    constructor(title, unit, series) {
        [this.#series, this.#unit] = [series, unit];
        this.title = title;
        this.#lines = series.map((_, index) => make("path", { class: `line line-${index}`, fill: "none" }));
        this.#legend = series.map(() => make("strong"));
        this.#drawing = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", preserveAspectRatio: "none" },
            make("line", { x1: 0, x2: width, y1: height - 1, y2: height - 1, class: "axis" }), this.#lines);
        const legend = series.map((name, index) => make("li", { class: `key-${index}` }, `${name} `, this.#legend[index]));
        this.element = make("section", { class: "chart" }, make("h2", {}, title), make("ul", {}, legend), this.#drawing);
    }

    /** Undefined: there was nothing to measure. */
    add(values) {
        this.#points = [...this.#points, values].slice(-most);
        const top = Math.max(...this.#points.flat().filter((value) => Number.isFinite(value)), 0) || 1;
        this.#lines.forEach((line, index) => line.setAttribute("d", this.#path(index, top)));
        const texts = values.map((value) => this.#text(value));
        texts.forEach((text, index) => (this.#legend[index].textContent = text));
        const now = this.#series.map((name, index) => `${name} ${texts[index]}`).join(", ");
        this.#drawing.setAttribute("aria-label", t("chart", this.title, now, this.#text(top)));
    }

    #path(index, top) {
        const count = Math.max(this.#points.length, fewest);
        const step = width / (count - 1);
        const first = count - this.#points.length;
        let isDrawn = false;
        return this.#points.map((values, place) => {
            const value = values[index];
            if (!Number.isFinite(value)) return (isDrawn = false), "";
            const command = isDrawn ? "L" : "M";
            isDrawn = true;
            return `${command}${((first + place) * step).toFixed(1)} ${(height - 2 - (value / top) * (height - 6)).toFixed(1)}`;
        }).join("");
    }

    #text(value) {
        if (value === undefined) return "–";
        return Number.isFinite(value) ? number(value, this.#unit) : t("tooLong");
    }
}
