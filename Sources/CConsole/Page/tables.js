/** Tables that sort by a click on a head, and lists that come a page at a time. */
import { make } from "./dom.js";
import { language, number, t, time } from "./texts.js";

/** Cells that sort by a number instead of by their text. */
export const count = (value, text = number(value, "")) => make("span", { class: "number", "data-order": value }, text);
export const when = (milliseconds, text = time(milliseconds)) =>
    make("time", { datetime: new Date(milliseconds).toISOString(), title: `${new Date(milliseconds).toISOString().replace("T", " ").slice(0, 19)} UTC`, "data-order": milliseconds }, text);

const text = (cell) => (cell instanceof Node ? cell.textContent : String(cell ?? ""));
const texts = new Intl.Collator(language, { numeric: true });

function compare(one, other) {
    const [first, second] = [one, other].map((cell) => (cell instanceof Element && cell.dataset.order ? Number(cell.dataset.order) : text(cell)));
    return typeof first === "number" && typeof second === "number" ? first - second : texts.compare(first, second);
}

/** What a table is sorted by; it stays while rows come and go. */
class Sorting {
    column = undefined;
    isFalling = false;

    /** Rising, then falling, then as the rows came. */
    turn(column) {
        if (this.column !== column) [this.column, this.isFalling] = [column, false];
        else if (!this.isFalling) this.isFalling = true;
        else this.column = undefined;
    }

    of(column) {
        return this.column !== column ? undefined : this.isFalling ? "descending" : "ascending";
    }

    sorted(rows) {
        if (this.column === undefined) return rows;
        const rising = rows.toSorted((one, other) => compare(one[this.column], other[this.column]));
        return this.isFalling ? rising.reverse() : rising;
    }
}

/** A table with a caption. A cell is a text or an element; without rows it says so. */
export function table(caption, heads, rows) {
    const place = make("section");
    draw(place, caption, heads, new Sorting(), (sorting) => sorting.sorted(rows));
    return place;
}

/** `shown`: the rows by the sorting. The head that was pressed keeps the focus. */
function draw(place, caption, heads, sorting, shown, below = [], pressed = undefined) {
    const rows = shown(sorting);
    const title = make("h3", {}, caption);
    if (rows.length === 0) return place.replaceChildren(title, make("p", { class: "faint" }, t("nothing")), ...below);
    const onclick = (column) => () => {
        sorting.turn(column);
        draw(place, caption, heads, sorting, shown, below, column);
    };
    const head = (name, column) =>
        make("th", { scope: "col", "aria-sort": sorting.of(column) }, name ? make("button", { type: "button", title: t("sortBy", name), onclick: onclick(column) }, name) : "");
    const body = rows.map((cells) => make("tr", {}, cells.map((cell, column) => make("td", { "data-head": heads[column] || false }, cell ?? ""))));
    const region = { class: "scroll", role: "region", "aria-label": caption, tabindex: "0" };
    const drawn = make("table", {}, make("thead", {}, make("tr", {}, heads.map(head))), make("tbody", {}, body));
    place.replaceChildren(title, make("div", region, drawn), ...below);
    if (pressed !== undefined) drawn.querySelectorAll("th")[pressed].querySelector("button").focus();
}

const perPage = 50;
/** A search may find little in each read: then the rest waits until somebody asks for it. */
const mostReads = 10;

/**
 * A list by pages: `read(cursor)` gives `{ rows, next }`; without `next` it was the last one. What was read stays, so going
 * back asks for nothing, and sorting is over everything that was read.
 */
export async function paged(caption, heads, read, start) {
    const [place, sorting, rows] = [make("section"), new Sorting(), []];
    let [page, next, isWhole] = [0, start, false];
    const fill = async (wanted) => {
        for (let reads = 0; reads < mostReads && !isWhole && rows.length < wanted; reads++) {
            const answer = await read(next);
            rows.push(...answer.rows);
            next = answer.next;
            isWhole = !next;
        }
    };
    const show = (pressed) => {
        const first = page * perPage;
        const last = Math.min(first + perPage, rows.length);
        draw(place, caption, heads, sorting, (order) => order.sorted(rows).slice(first, last), bar(first, last), pressed);
    };
    const turn = (by) => async ({ target }) => {
        target.disabled = true;
        try {
            await fill((page + by + 1) * perPage);
            if ((page + by) * perPage < rows.length) page += by;
            show();
            place.querySelector("h3").scrollIntoView({ block: "nearest" });
            [...place.querySelectorAll(".pages button:enabled")].at(by > 0 ? -1 : 0)?.focus({ preventScroll: true });
        } catch (error) {
            target.disabled = false;
            place.append(make("p", { role: "alert" }, error.message));
        }
    };
    const bar = (first, last) => {
        const hasMore = !isWhole || last < rows.length;
        if (page === 0 && !hasMore) return [];
        return [make("div", { class: "bar pages" },
            make("button", { type: "button", disabled: page === 0, onclick: turn(-1) }, t("previous")),
            make("button", { type: "button", disabled: !hasMore, onclick: turn(1) }, t("next")),
            make("span", { class: "faint", role: "status" }, t(isWhole ? "rowsOf" : "rowsOfMore", first + 1, last, rows.length)))];
    };
    await fill(perPage);
    show();
    return place;
}
