/** @type {string} */
export const composerStyles = `
:host { position: relative; padding: 6px 16px max(12px, env(safe-area-inset-bottom)); }
.box { display: flex; align-items: flex-end; gap: 6px; padding: 5px; padding-inline-start: 16px; border-radius: 24px;
    background: var(--bubble); border: 1.5px solid transparent; transition: border-color .12s; }
.box:focus-within { border-color: var(--accent-text); }
[part="attach"] { margin-inline-start: -11px; }
textarea { flex: 1; min-width: 0; max-height: min(180px, 40vh); padding: 7px 0; border: 0; resize: none;
    field-sizing: content;
    background: none; overflow-y: auto; line-height: 1.4; color: var(--text); scrollbar-width: thin; }
textarea:focus-visible { outline: none; }
textarea::placeholder { color: var(--faint); opacity: 1; }
.send { display: grid; place-items: center; width: 36px; height: 36px; border-radius: 50%; background: var(--accent);
    color: var(--on-accent); flex: none; transition: background .12s; }
.send:disabled { background: transparent; color: var(--faint); cursor: default; }
.count { align-self: center; font-size: 12px; color: var(--faint); }
.count.over { color: var(--problem); font-weight: 600; }
.bar { display: flex; align-items: center; gap: 10px; padding: 2px 6px 8px; color: var(--accent-text); }
.about { flex: 1; display: grid; min-width: 0; border-inline-start: 3px solid var(--accent-text);
    padding-inline-start: 10px; font-size: 13px; }
.about span { color: var(--faint); }
.about > * { text-align: left; }
:host(:dir(rtl)) .about > * { text-align: right; }
.people { position: absolute; inset-inline: 16px; bottom: 100%; max-width: 340px; padding: 6px; border-radius: 14px;
    background: var(--raised); box-shadow: var(--shadow); outline: 1px solid var(--line); z-index: 3; }
.people [role="option"] { display: flex; gap: 10px; align-items: center; padding: 6px 8px; border-radius: 8px;
    cursor: pointer; }
.people [role="option"]:hover { background: var(--hover); }
.people [aria-selected="true"] { background: var(--selected); }
.people .avatar { width: 32px; height: 32px; font-size: 12px; }
.people small { color: var(--faint); margin-inline-start: auto; }
`;
