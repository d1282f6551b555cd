// The menu on a phone, the list of versions, and search. Scripts carry the data, so that the site also works from files.
const { root, path, version } = document.currentScript.dataset;
const [menu, input, results] = ["#menu", "input", "#results"].map((name) => document.querySelector(name));
const button = document.querySelector("button.menu");

button.onclick = () => button.setAttribute("aria-expanded", menu.classList.toggle("open"));
const current = menu.querySelector("[aria-current]");
if (current) menu.scrollTop = current.offsetTop - menu.clientHeight / 2;

function load(file) {
    const script = document.createElement("script");
    script.src = `${root}/${file}`;
    document.head.append(script);
}

window.martletVersions = (versions) => {
    const select = document.querySelector("select");
    select.replaceChildren(...versions.map((name) => new Option(name, name, false, name === version)));
    select.onchange = () => (location.href = `${root}/../${select.value}/${path}`);
};
load("../versions.js");

/** The sections of all pages in this page's language: path, title, anchor, heading, words. Loaded when they are asked for. */
let sections;
window.martletFound = (found) => {
    sections = found.map((section) => ({ section, text: section.join(" ").toLowerCase() }));
    search();
};

function search() {
    const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
    results.hidden = words.length === 0;
    if (results.hidden) return results.replaceChildren();
    if (sections === undefined) {
        sections = [];
        return load(`search-${document.documentElement.lang}.js`);
    }
    const found = sections
        .filter(({ text }) => words.every((word) => text.includes(word)))
        .map(({ section }) => ({ section, rank: rank(section, words) }))
        .sort((left, right) => right.rank - left.rank);
    results.replaceChildren(...found.slice(0, 20).map(({ section }) => entry(section, words)));
}

/** Best is a heading that is the words, then one that has them together, then one that has some, then a title. */
function rank([, title, , heading, text], words) {
    const [inTitle, inHeading, phrase] = [title.toLowerCase(), heading.toLowerCase(), words.join(" ")];
    const each = words.filter((word) => inHeading.includes(word)).length * 4 + words.filter((word) => inTitle.includes(word)).length * 2;
    return each + (inHeading.includes(phrase) ? 8 : 0) + (inHeading === phrase ? 8 : 0) + 1 / (1 + text.length / 1000);
}

function entry([file, title, anchor, heading, text], words) {
    const link = document.createElement("a");
    link.href = `${root}/${file}#${anchor}`;
    link.textContent = heading === title ? title : `${title} › ${heading}`;
    const extract = document.createElement("small");
    const at = text.toLowerCase().indexOf(words[0]);
    const [from, to] = at < 0 ? [0, 0] : [at, at + words[0].length];
    const mark = document.createElement("mark");
    mark.textContent = text.slice(from, to);
    extract.append(text.slice(Math.max(0, from - 30), from), mark, text.slice(to, to + 120));
    link.append(extract);
    const item = document.createElement("li");
    item.append(link);
    return item;
}

input.oninput = search;
input.onkeydown = (event) => {
    if (event.key === "Escape") {
        input.value = "";
        search();
    } else if (event.key === "Enter") {
        results.querySelector("a")?.click();
    }
};
document.addEventListener("click", (event) => {
    if (!event.target.closest(".search")) results.hidden = true;
    else if (event.target === input) search();
});
document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.closest("input, select")) return;
    event.preventDefault();
    input.focus();
});
