/** @type {string} */
export const conversationsStyles = `
:host { display: flex; flex-direction: column; background: var(--side); height: 100%; }
header { display: flex; flex: none; align-items: center; gap: 8px; padding: 14px 12px 8px; padding-inline-start: 18px;
    min-height: 56px; }
h2 { font-size: 20px; font-weight: 700; letter-spacing: -.01em; }
header slot { display: flex; gap: 4px; margin-inline-start: auto; align-items: center; }
.search { position: relative; flex: none; margin: 4px 12px 8px; display: flex; align-items: center; gap: 8px;
    padding-inline: 12px 4px;
    height: 38px; border-radius: 12px; background: var(--hover); color: var(--faint); border: 1.5px solid transparent; }
.search:focus-within { background: var(--back); border-color: var(--accent-text); }
.search .icon { width: 18px; height: 18px; }
.search input { flex: 1; min-width: 0; border: 0; background: none; color: var(--text); appearance: none; }
.search input:focus-visible { outline: none; }
.search input::placeholder { color: var(--faint); opacity: 1; }
.search input::-webkit-search-cancel-button { display: none; }
.small { width: 28px; height: 28px; }
.empty { flex: 1; height: auto; }
.note { padding: 0 18px 6px; font-size: 13px; color: var(--faint); }
.note:empty { display: none; }
.list, .hits { flex: 1; overflow-y: auto; padding: 2px 8px 12px; overscroll-behavior: contain; scrollbar-width: thin; }
.row { display: grid; grid-template: auto auto / 44px minmax(0, 1fr) auto; column-gap: 12px; row-gap: 1px;
    align-items: center; line-height: 1.45;
    padding: 9px 10px; border-radius: 12px; cursor: pointer; user-select: none; -webkit-touch-callout: none; }
.row:hover { background: var(--hover); }
.row[aria-selected="true"] { background: var(--selected); }
.row:focus-visible { outline-offset: -2px; }
.row .avatar { grid-row: 1 / 3; width: 44px; height: 44px; font-size: 16px; }
.name { font-weight: 600; }
.name, .last { text-align: left; }
:host(:dir(rtl)) :is(.name, .last) { text-align: right; }
.time { font-size: 12px; color: var(--faint); white-space: nowrap; }
.under { grid-column: 2 / 4; display: flex; gap: 8px; align-items: center; min-width: 0; min-height: 20px; }
.last { flex: 1; color: var(--faint); font-size: 14px; }
.last b { color: var(--problem); font-weight: 500; }
.hits .last { display: block; }
.unread .last { color: var(--text); }
.unread .time { color: var(--accent-text); font-weight: 600; }
.signs { display: flex; gap: 5px; align-items: center; color: var(--faint); }
.sign { display: grid; }
.sign .icon { width: 16px; height: 16px; }
.icon-failed { color: var(--problem); }
.sign .icon-mention { color: var(--accent-text); }
.badge { display: inline-grid; place-items: center; min-width: 20px; height: 20px; padding: 0 6px; border-radius: 10px;
    font-size: 12px; font-weight: 600; line-height: 1; background: var(--accent); color: var(--on-accent); }
.badge.quiet { background: var(--faint); color: var(--back); }
.badge:empty { min-width: 12px; width: 12px; height: 12px; padding: 0; }
mark { background: var(--mark); color: var(--text); border-radius: 3px; }
.line { height: 12px; width: 55%; grid-column: 2; }
.line.last { width: 80%; }
`;
