/** Lines between two axes, over the last five minutes or over a kept time, with the newest numbers in words. */
import { make } from "./dom.js";
import { number, t } from "./texts.js";

const [width, height, span, shortest] = [320, 90, 300, 30];

/** The next number above that reads well: 1, 2 or 5 and zeros. */
function roundUp(value) {
    if (!(value > 0)) return 1;
    const power = 10 ** Math.floor(Math.log10(value));
    return [1, 2, 5, 10].map((digit) => digit * power).find((step) => step >= value);
}

export class Chart {
    #points = [];
    #series;
    #unit;
    #lines;
    #legend;
    #drawing;
    #scale = [make("span"), make("span"), make("span")];
    #begin = make("span");
    #end = make("span", {}, t("now"));

    /** `series`: names of up to three lines. */
    constructor(title, unit, series) {
        [this.#series, this.#unit] = [series, unit];
        this.title = title;
        this.#lines = series.map((_, index) => make("path", { class: `line line-${index}`, fill: "none" }));
        this.#legend = series.map(() => make("strong"));
        const rules = [0, height / 2, height].map((y) => make("line", { x1: 0, x2: width, y1: y, y2: y, class: "axis" }));
        this.#drawing = make("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", preserveAspectRatio: "none" }, rules, this.#lines);
        const legend = series.map((name, index) => make("li", { class: `key-${index}` }, `${name} `, this.#legend[index]));
        // The label of the drawing says the same to those who do not see it.
        const plot = make("div", { class: "plot" }, make("div", { class: "scale", "aria-hidden": "true" }, this.#scale), this.#drawing,
            make("div", { class: "times", "aria-hidden": "true" }, this.#begin, this.#end));
        this.element = make("section", { class: "chart" }, make("h3", {}, title), make("ul", {}, legend), plot);
    }

    /** `at`: seconds. A value that is undefined was not measured. */
    add(at, values) {
        this.#points = [...this.#points, { at, values }].filter((point) => at - point.at <= span);
        const length = Math.max(at - this.#points[0].at, shortest);
        this.#begin.textContent = length > 90 ? t("minutesAgo", Math.round(length / 60)) : t("secondsAgo", Math.round(length));
        this.#draw(at, length, (now, most) => t("chart", this.title, now, most));
    }

    /** What was kept: points as `add` has them, and when the first and the last one were, as texts. */
    fill(points, begin, end) {
        this.#points = points;
        [this.#begin.textContent, this.#end.textContent] = [begin, end];
        const at = points.at(-1).at;
        this.#draw(at, Math.max(at - points[0].at, 1), (now, most) => t("chartOf", this.title, now, most, begin, end));
    }

    /** `label`: says the newest values and the highest one. */
    #draw(at, length, label) {
        const { values } = this.#points.at(-1);
        const seen = this.#points.flatMap(({ values }) => values).filter(Number.isFinite);
        const most = Math.max(...seen, 0);
        const top = roundUp(most);
        this.#lines.forEach((line, index) => line.setAttribute("d", this.#path(index, top, at, length)));
        [top, top / 2, 0].forEach((value, place) => (this.#scale[place].textContent = number(value, place ? "" : this.#unit)));
        const texts = values.map((value) => this.#text(value));
        texts.forEach((text, index) => (this.#legend[index].textContent = text));
        const now = this.#series.map((name, index) => `${name} ${texts[index]}`).join(", ");
        this.#drawing.setAttribute("aria-label", label(now, this.#text(most)));
    }

    #path(index, top, now, length) {
        let isDrawn = false;
        return this.#points.map(({ at, values }) => {
            const value = values[index];
            if (!Number.isFinite(value)) return (isDrawn = false), "";
            const command = isDrawn ? "L" : "M";
            isDrawn = true;
            return `${command}${(width * (1 - (now - at) / length)).toFixed(1)} ${((1 - value / top) * height).toFixed(1)}`;
        }).join("");
    }

    #text(value) {
        if (value === undefined) return "–";
        return Number.isFinite(value) ? number(value, this.#unit) : t("tooLong");
    }
}
