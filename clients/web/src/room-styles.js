/** @type {string} */
export const roomStyles = `
:host { display: flex; flex-direction: column; height: 100%; container-type: inline-size; }
header { display: flex; align-items: center; gap: 12px; min-height: 52px; padding: 8px 16px;
    border-block-end: 1px solid var(--line); }
.titles { flex: 1; min-width: 0; display: grid; }
.title { font-weight: 650; font-size: 16px; line-height: 1.3; text-align: start; }
.about { font-size: 13px; color: var(--faint); line-height: 1.3; font-variant-numeric: tabular-nums; }
.about:empty { display: none; }
.middle { position: relative; flex: 1; min-height: 0; }
.log { height: 100%; overflow-y: auto; overscroll-behavior: contain; scrollbar-width: thin; padding-block: 8px; }
.log:focus-visible { outline-offset: -2px; }
.line { position: relative; display: flex; gap: 10px; padding: 4px 16px; }
.line .avatar { width: 24px; height: 24px; font-size: 11px; }
.said { flex: 1; min-width: 0; overflow-wrap: anywhere; line-height: 24px; }
.line:hover, .line:focus-within { background: var(--hover); }
.name { font-size: 14px; font-weight: 600; color: var(--faint); margin-inline-end: 8px; }
.high { margin: 3px 8px; padding: 6px 8px; border-radius: 12px; background: var(--selected); }
.note { padding: 5px 16px; text-align: center; font-size: 13px; color: var(--faint); }
.line .round { position: absolute; inset-block-start: 0; inset-inline-end: 8px; width: 28px; height: 28px;
    background: var(--raised); box-shadow: 0 0 0 1px var(--line); opacity: 0; }
.line:hover .round, .line .round:focus { opacity: 1; }
.newer { position: absolute; inset-block-end: 10px; inset-inline: 0; width: max-content; margin-inline: auto;
    padding: 6px 14px; border-radius: 18px; background: var(--accent); color: var(--on-accent); font-weight: 600;
    font-size: 13px; box-shadow: var(--shadow); }
footer { padding: 6px 12px max(12px, env(safe-area-inset-bottom)); }
.says { min-height: 20px; padding: 0 6px 4px; font-size: 13px; line-height: 16px; color: var(--faint); }
.says.problem { color: var(--problem); }
form { display: flex; align-items: center; gap: 6px; padding: 5px; padding-inline-start: 16px; border-radius: 24px;
    background: var(--bubble); border: 1.5px solid transparent; transition: border-color .12s; }
form:focus-within { border-color: var(--accent-text); }
input { flex: 1; min-width: 0; padding: 7px 0; border: 0; background: none; color: var(--text); }
input:focus-visible { outline: none; }
input::placeholder { color: var(--faint); opacity: 1; }
.send { display: grid; place-items: center; min-width: 36px; height: 36px; padding: 0 6px; border-radius: 18px;
    background: var(--accent); color: var(--on-accent); flex: none; font-variant-numeric: tabular-nums; }
.send:disabled { background: transparent; color: var(--faint); cursor: default; }
.out { display: flex; flex-wrap: wrap; gap: 8px 12px; align-items: center; justify-content: center; padding: 10px;
    text-align: center; }
`;
