/** Colors and measures that an application sets as `--martlet-…`; each has a value for light and for dark pages. */
const light = {
    accent: "#3a5ccc", "on-accent": "#ffffff", "accent-text": "#2f4fbf", back: "#ffffff", side: "#f7f8fa",
    raised: "#ffffff", bubble: "#eef0f4", "bubble-text": "#16191f", own: "#3a5ccc", "own-text": "#ffffff",
    text: "#16191f", faint: "#5d6573",
    line: "#e3e6eb", hover: "#eceef3", selected: "#e4e9fb", problem: "#b3261e", online: "#1a7a42", mark: "#ffe58a",
    shadow: "0 8px 28px rgb(20 25 40 / .16), 0 1px 4px rgb(20 25 40 / .1)",
};
const dark = {
    accent: "#4a6be0", "on-accent": "#ffffff", "accent-text": "#a9bcff", back: "#121419", side: "#17191f",
    raised: "#22252d", bubble: "#252932", "bubble-text": "#e9ebf0", own: "#3d5bc7", "own-text": "#ffffff",
    text: "#e9ebf0", faint: "#a0a7b5",
    line: "#2a2e37", hover: "#20232b", selected: "#262d47", problem: "#ff9d94", online: "#4fd08a", mark: "#6b5a14",
    shadow: "0 8px 28px rgb(0 0 0 / .5), 0 1px 4px rgb(0 0 0 / .4)",
};

const declared = (values) =>
    Object.entries(values).map(([name, value]) => `--${name}: var(--martlet-${name}, ${value});`).join("");

/** For an element that stands alone, and for the chat, whose parts inherit them. */
export const tokens = `
:host { ${declared(light)} --radius: var(--martlet-radius, 18px); color-scheme: light; }
@media (prefers-color-scheme: dark) { :host(:not([scheme="light"])) { ${declared(dark)} color-scheme: dark; } }
:host([scheme="dark"]) { ${declared(dark)} color-scheme: dark; }
:host { font: var(--martlet-font, 15px/1.4 system-ui, "Segoe UI", Roboto, "Noto Sans", "PingFang SC",
    "Microsoft YaHei", sans-serif); font-variant-emoji: unicode; }
`;

/** @type {string} */
export const base = `
:host { display: block; box-sizing: border-box; color: var(--text); background: var(--back); min-width: 0;
    min-height: 0; }
:host([hidden]), [hidden] { display: none !important; }
*, ::before, ::after { box-sizing: border-box; }
button, input, textarea { font: inherit; color: inherit; margin: 0; }
button { border: 0; background: none; padding: 0; cursor: pointer; border-radius: 8px; }
h2, h3, p, ol, ul { margin: 0; padding: 0; font: inherit; }
ol, ul { list-style: none; }
:focus-visible { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.icon { width: 20px; height: 20px; flex: none; fill: none; stroke: currentColor; stroke-width: 1.7;
    stroke-linecap: round; stroke-linejoin: round; }
:host(:dir(rtl)) .turning { transform: scaleX(-1); }
.icon-more { stroke-width: 2.6; }
.round { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; color: var(--faint);
    flex: none; }
.round:hover { background: var(--hover); color: var(--text); }
.avatar { position: relative; display: grid; place-items: center; width: 40px; height: 40px; flex: none;
    border-radius: 50%; overflow: hidden; color: #fff; font-size: 15px; font-weight: 600;
    letter-spacing: .02em; user-select: none; }
.avatar img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
.cut { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; min-width: 0; }
.bones { background: linear-gradient(90deg, var(--hover), var(--line), var(--hover)); background-size: 200% 100%;
    animation: bones 1.6s linear infinite; border-radius: 8px; }
@keyframes bones { to { background-position: -200% 0; } }
@media (prefers-reduced-motion: reduce) { *, ::before, ::after { animation: none !important;
    transition: none !important; } }
.empty { display: grid; place-items: center; align-content: center; gap: 4px; height: 100%; padding: 24px;
    text-align: center; color: var(--faint); }
.empty .icon { width: 44px; height: 44px; stroke-width: 1.2; margin-block-end: 8px; opacity: .7; }
.empty strong { color: var(--text); font-weight: 600; }
.banner { display: flex; gap: 8px; align-items: center; justify-content: center; padding: 6px 12px; font-size: 13px;
    background: var(--hover); color: var(--text); border-block-end: 1px solid var(--line); }
.banner .icon { width: 16px; height: 16px; }
.plain { padding: 7px 14px; border-radius: 10px; border: 1px solid var(--line); background: var(--raised); }
.plain:hover { background: var(--hover); }
.accent { padding: 7px 14px; border-radius: 10px; background: var(--accent); color: var(--on-accent); font-weight: 600;
    }
.menu { position: fixed; z-index: 5; inset: auto; margin: 0; min-width: 196px; max-width: 300px; padding: 6px;
    border: 0; border-radius: 14px; background: var(--raised); color: var(--text); box-shadow: var(--shadow);
        outline: 1px solid var(--line); }
.menu button { display: flex; gap: 10px; align-items: center; width: 100%; padding: 8px 10px; text-align: start; }
.menu button:hover, .menu button:focus { background: var(--hover); outline: none; }
.menu button:focus-visible { outline: 2px solid var(--accent-text); outline-offset: -2px; }
.menu .icon { color: var(--faint); width: 18px; height: 18px; }
.menu .grave, .menu .grave .icon { color: var(--problem); }
.menu .picks { display: flex; justify-content: space-between; padding-block-end: 6px; margin-block-end: 6px;
    border-block-end: 1px solid var(--line); }
.menu .picks button { display: grid; place-items: center; width: 38px; height: 38px; padding: 0; border-radius: 50%;
    font-size: 21px; }
.menu .picks button[aria-checked="true"] { background: var(--selected); }
`;
