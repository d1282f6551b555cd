import { Extents } from "./extents.js";
import { make, reconcile } from "./html.js";

/** So far above and below what is seen, rows are in the page. */
const marginPixels = 600;
/** New rows are drawn, several at once, when fewer than so far are left. */
const leastPixels = 250;
/** So near to an edge more is read. */
const edgePixels = 600;
const atEndPixels = 40;
const estimatePixels = 52;
/** What stays free below the newest row. */
const belowPixels = 8;
/** The first row that stays the same when older ones come above it: those before it are a day and its first message. */
const firstStable = 2;

/** Rows measure themselves as they come, which moves others: after so many rounds what is left is below a pixel. */
const mostRounds = 4;

/**
 * A list that has only the rows that are seen in the page, and begins at its end. What is seen stays in its place when
 * rows come above it, and the end stays in sight when rows come below it.
 */
export class Scroller {
    #extents = new Extents(estimatePixels);
    #rows = [];
    #sticks = true;
    /** The row at the top, and how far its beginning is above it. @type {{key: string, offset: number} | undefined} */
    #anchor;
    #shownTop = 0;
    /** The rows that are in the page. */
    #drawn = { first: 0, end: 0 };

    /**
     * @param {object} options
     * @param {(row: any) => string} options.gist all that is seen of a row
     * @param {(row: any) => HTMLElement} options.draw
     * @param {(row: any) => boolean} options.isActive whether Tab leads to the row
     * @param {() => void} options.moved called when the user has scrolled
     * @param {(edge: "older" | "newer") => void} options.near called near an edge
     */
    constructor(options) {
        this.options = options;
        this.list = make("ol", { role: "list", part: "messages" });
        this.element = make("div", { className: "scroller", tabIndex: -1 }, this.list);
        this.element.addEventListener("scroll", () => this.#scrolled(), { passive: true });
        // A picture has come, or will not, and its row has another height.
        for (const name of ["load", "error"]) this.list.addEventListener(name, () => this.render(), true);
        this.observer = new ResizeObserver(() => this.render());
        this.observer.observe(this.element);
    }

    close() {
        this.observer.disconnect();
    }

    get isAtEnd() {
        return this.#sticks;
    }

    get rows() {
        return this.#rows;
    }

    /** @param {any[]} rows each with a `key` that no other has */
    set(rows) {
        this.#rows = rows;
        this.#extents.set(rows.map(({ key }) => key));
        if (this.#anchor && this.#extents.place(this.#anchor.key) < 0) this.#anchor = undefined;
        this.render();
    }

    toEnd() {
        this.#sticks = true;
        this.render();
    }

    /** The element of a row that is in the page. @param {string} key @returns {HTMLElement | undefined} */
    item(key) {
        return [...this.list.children].find((item) => item.key === key);
    }

    /**
     * Brings a row into the page; in the middle, or only as far as needed.
     * @param {string} key
     * @param {"middle" | "nearest"} block
     */
    lead(key, block = "middle") {
        const place = this.#extents.place(key);
        if (place < 0) return undefined;
        const height = this.element.clientHeight;
        // The rows around it are not measured before they are drawn.
        for (let round = 0; round < mostRounds; round++) {
            const [top, bottom] = [this.#extents.top(place), this.#extents.top(place + 1)];
            const seen = this.element.scrollTop;
            if (block === "nearest" && top >= seen && bottom <= seen + height) break;
            const goal = block === "middle"
                ? top - (height - (bottom - top)) / 2
                : top < seen
                ? top - 8
                : bottom - height + 8;
            this.#sticks = false;
            this.#anchor = undefined;
            this.#scrollTo(goal);
            this.#note();
            this.render();
        }
        return this.item(key);
    }

    /** Draws the rows that are seen. */
    render() {
        const { element, list } = this;
        const height = element.clientHeight;
        if (height === 0) return;
        for (let round = 0; round < mostRounds; round++) {
            const goal = this.#goal(height);
            const { first, end } = this.#extents.range(goal, height, marginPixels);
            const rows = this.#rows.slice(first, end);
            this.#drawn = { first, end };
            this.#keepFocus(rows);
            reconcile(list, rows, ({ key }) => key, this.options.gist, this.options.draw);
            // What is not in the page has its height. The list stands at the bottom if it is short.
            const { total } = this.#extents;
            const above = this.#extents.top(first) + Math.max(0, height - total - belowPixels);
            list.style.paddingBlock = `${above}px ${total - this.#extents.top(end) + belowPixels}px`;
            for (const item of list.children) item.tabIndex = item.dataset.focusable === undefined
                ? -1
                : this.options.isActive(item)
                ? 0
                : -1;
            const isMeasured = [...list.children].filter((item) => this.#measure(item)).length === 0;
            if (isMeasured || round === mostRounds - 1) break;
        }
        this.#scrollTo(this.#goal(height));
        this.#note();
    }

    /** Whether rows enough are in the page around what is seen. */
    get #isCovered() {
        const { scrollTop, clientHeight } = this.element;
        const { first, end } = this.#drawn;
        const isAbove = first === 0 || this.#extents.top(first) <= scrollTop - leastPixels;
        const isBelow = end === this.#rows.length || this.#extents.top(end) >= scrollTop + clientHeight + leastPixels;
        return isAbove && isBelow;
    }

    /** Where the list is to be scrolled to. */
    #goal(height) {
        const end = Math.max(0, this.#extents.total + belowPixels - height);
        if (this.#sticks) return end;
        if (!this.#anchor) return Math.min(this.element.scrollTop, end);
        return Math.min(
            Math.max(0, this.#extents.top(this.#extents.place(this.#anchor.key)) + this.#anchor.offset), end,
        );
    }

    #scrollTo(top) {
        if (Math.abs(this.element.scrollTop - top) >= 1) this.element.scrollTop = top;
        this.#shownTop = this.element.scrollTop;
    }

    /** What is at the top stays there until the user scrolls. */
    #note() {
        const { scrollTop } = this.element;
        // The first rows change when older ones come: the heading of the day goes up, the message may join a group.
        let place = Math.min(Math.max(this.#extents.at(scrollTop), firstStable), this.#rows.length - 1);
        while (place >= 0 && place < this.#rows.length - 1 && this.#rows[place].kind === "day") place++;
        const row = this.#rows[place];
        this.#anchor = row && { key: row.key, offset: scrollTop - this.#extents.top(place) };
    }

    #measure(item) {
        return this.#extents.measure(item.key, item.getBoundingClientRect().height);
    }

    #scrolled() {
        const { scrollTop, clientHeight } = this.element;
        // An own movement that was drawn already.
        if (Math.abs(scrollTop - this.#shownTop) >= 1) {
            this.#sticks = this.#extents.total - scrollTop - clientHeight < atEndPixels;
            this.#note();
            if (!this.#isCovered) this.render();
            else this.#shownTop = scrollTop;
            this.options.moved();
        }
        if (scrollTop < edgePixels) this.options.near("older");
        if (this.#extents.total - scrollTop - clientHeight < edgePixels) this.options.near("newer");
    }

    /** A row that leaves the page takes no focus with it. */
    #keepFocus(rows) {
        const focused = [...this.list.children].find((item) => item.matches(":focus-within"));
        if (focused && !rows.some(({ key }) => key === focused.key)) this.element.focus({ preventScroll: true });
    }
}
