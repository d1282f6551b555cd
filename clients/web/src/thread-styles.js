// A name stands at the side of the page's direction, whatever its own is: hence `text-align`.
/** @type {string} */
export const threadStyles = `
:host { display: flex; flex-direction: column; height: 100%; background: var(--back); container-type: inline-size; }
header { display: flex; align-items: center; gap: 12px; min-height: 60px; padding: 8px 16px;
    border-block-end: 1px solid var(--line); }
header slot { display: flex; gap: 4px; align-items: center; }
.back { display: var(--back-shown, none); margin-inline-start: -8px; }
.titles { flex: 1; min-width: 0; display: grid; }
:is(.titles, .who, .quote) > *, .panel h2, .sender { text-align: left; }
:host(:dir(rtl)) :is(:is(.titles, .who, .quote) > *, .panel h2, .sender) { text-align: right; }
.title { font-weight: 650; font-size: 16px; line-height: 1.3; }
.about { font-size: 13px; color: var(--faint); line-height: 1.3; }
.about:empty { display: none; }
.about.online { color: var(--online); }
.middle { position: relative; flex: 1; min-height: 0; display: flex; flex-direction: column; }
.log { flex: 1; min-height: 0; }
.scroller { height: 100%; overflow-y: auto; overflow-anchor: none; overscroll-behavior: contain;
    scrollbar-width: thin; }
.scroller:focus { outline: none; }
li { padding: 1px 16px; display: flex; }
li:focus { outline: none; }
li:focus-visible .bubble, .note:focus-visible > span { outline: 2px solid var(--accent-text); outline-offset: 2px; }
.note > span { border-radius: 10px; }
.day, .divider, .note { justify-content: center; padding-block: 8px; font-size: 13px; color: var(--faint);
    text-align: center; }
.day span { padding: 3px 12px; border-radius: 12px; background: var(--hover); font-weight: 500; font-size: 12px; }
.note { padding-block: 5px; }
.divider { align-items: center; gap: 12px; color: var(--accent-text); font-weight: 600; font-size: 12px; }
.divider::before, .divider::after { content: ""; flex: 1; height: 1px; background: currentColor; opacity: .35; }
.row { position: relative; align-items: flex-end; gap: 8px; -webkit-touch-callout: none; }
.row.starts { padding-block-start: 8px; }
.row.own { justify-content: end; }
.row .avatar { width: 36px; height: 36px; font-size: 13px; }
.space { width: 36px; flex: none; }
.column { display: flex; flex-direction: column; align-items: flex-start; min-width: 0; max-width: min(72%, 560px);
    position: relative; }
.own .column { align-items: end; }
.bubble { position: relative; max-width: 100%; min-width: 0; padding: 7px 13px; border-radius: var(--radius);
    background: var(--bubble);
    color: var(--bubble-text); overflow-wrap: anywhere; white-space: pre-wrap; unicode-bidi: plaintext; }
.own .bubble { background: var(--own); color: var(--own-text); }
.other:not(.starts) .bubble { border-start-start-radius: 6px; }
.other:not(.ends) .bubble { border-end-start-radius: 6px; }
.own:not(.starts) .bubble { border-start-end-radius: 6px; }
.own:not(.ends) .bubble { border-end-end-radius: 6px; }
.bubble::after { content: ""; display: block; clear: both; }
.meta { float: inline-end; display: inline-flex; align-items: center; gap: 3px; margin: 6px 0 -3px;
    margin-inline-start: 10px;
    font-size: 11px; line-height: 1.4; color: var(--faint); white-space: nowrap; user-select: none; }
.own .meta { color: inherit; opacity: .88; }
.meta .icon { width: 15px; height: 15px; stroke-width: 2; }
.meta .icon-checks { width: 17px; }
.has-failed .bubble { background: var(--bubble); color: var(--bubble-text);
    box-shadow: inset 0 0 0 1.5px var(--problem); }
.large { background: none !important; color: var(--text) !important; padding: 2px 4px; }
.large .text { font-size: 40px; line-height: 1.15; }
.bubble.large { display: flex; flex-wrap: wrap; align-items: flex-end; }
.large .sender { flex-basis: 100%; }
.large .meta { color: var(--faint); opacity: 1; }
.sender { display: block; font-size: 13px; font-weight: 650; color: var(--accent-text); line-height: 1.5; }
.bubble a { color: inherit; text-decoration: underline; text-underline-offset: 2px; }
.other .bubble a { color: var(--accent-text); }
.mention { font-weight: 600; color: var(--accent-text); }
.own .mention { color: inherit; }
.mention.me { background: var(--mark); color: var(--text); border-radius: 4px; padding: 0 2px; }
.quote { display: grid; width: 100%; text-align: start; margin: 2px 0 5px; padding: 4px 10px; border-radius: 8px;
    font-size: 13px; border-inline-start: 3px solid var(--accent-text);
        background: rgb(128 128 128 / .12); white-space: nowrap; }
.quote strong { color: var(--accent-text); font-weight: 600; }
.own .quote { border-color: currentColor; background: rgb(0 0 0 / .16); }
.own .quote strong { color: inherit; }
.quote:disabled { cursor: default; }
.picture { display: block; margin: -3px -9px 4px; border-radius: 12px; overflow: hidden; min-width: 160px; }
.picture img { display: block; max-width: 100%; max-height: 320px; object-fit: cover; background: var(--hover); }
.unnamed :is(.sender, .avatar, .who .cut) { animation: named 0s .5s both; }
@keyframes named { from { color: transparent; } }
.sender + .picture { margin-block-start: 5px; }
.bare { padding-block-end: 4px; }
.bare .picture { margin-block-end: 0; }
.bare .meta { position: absolute; inset-inline-end: 10px; bottom: 10px; margin: 0; padding: 1px 8px;
    border-radius: 10px; background: rgb(0 0 0 / .6); color: #fff; opacity: 1; }
.file { display: flex; gap: 8px; align-items: center; }
.reactions { display: flex; flex-wrap: wrap; gap: 4px; margin-block-start: -5px; padding-inline: 8px; z-index: 1;
    margin-block-end: 3px; }
.reactions button { display: flex; gap: 4px; align-items: center; height: 24px; padding: 0 8px; border-radius: 12px;
    font-size: 14px; background: var(--raised); box-shadow: 0 0 0 1px var(--line), 0 0 0 3px var(--back); }
.reactions button[aria-pressed="true"] { background: var(--selected);
    box-shadow: 0 0 0 1px var(--accent-text), 0 0 0 3px var(--back); }
.reactions span { font-size: 12px; font-weight: 600; }
.row > .more { width: 28px; height: 28px; opacity: 0; align-self: center; transition: opacity .1s; }
.own > .more { order: -1; }
.row:hover > .more, .row:focus-within > .more { opacity: 1; }
.row > .more .icon { width: 17px; height: 17px; }
.failed { display: flex; flex-wrap: wrap; gap: 2px 8px; align-items: center; justify-content: end;
    font-size: 13px; color: var(--problem); padding-block-start: 3px; }
.failed > .icon { width: 15px; height: 15px; }
.failed button { font-weight: 600; text-decoration: underline; text-underline-offset: 2px; padding: 2px 4px; }
.flash .bubble { animation: flash 1.8s ease-out; }
@keyframes flash { 0%, 40% { box-shadow: 0 0 0 4px color-mix(in srgb, var(--accent) 45%, transparent); } }
.newest { position: absolute; inset-inline-end: 18px; bottom: 12px; display: grid; place-items: center; width: 42px;
    height: 42px; border-radius: 50%; background: var(--raised); color: var(--text); box-shadow: var(--shadow);
        outline: 1px solid var(--line); }
.newest:focus-visible { outline: 2px solid var(--accent-text); }
.newest .badge { position: absolute; top: -7px; inset-inline-end: -3px; min-width: 20px; height: 20px; padding: 0 6px;
    border-radius: 10px;
    display: grid; place-items: center; font-size: 12px; font-weight: 600; background: var(--accent);
        color: var(--on-accent); }
.typing { min-height: 20px; padding: 0 20px; font-size: 12.5px; line-height: 20px; color: var(--faint); }
.typing:not(:empty)::before { content: "•••"; display: inline-block; margin-inline-end: 8px; letter-spacing: 2px;
    color: var(--accent-text); animation: typing 1.2s ease-in-out infinite; }
@keyframes typing { 50% { opacity: .25; } }
.problem { padding: 2px 20px; font-size: 13px; color: var(--problem); }
.problem:empty { display: none; }
.middle > .empty { position: absolute; inset: 0; }
.bones-list { position: absolute; inset: 0; padding: 20px 16px; display: flex; flex-direction: column;
    justify-content: flex-end; gap: 10px; pointer-events: none; }
.bones-list .bones { height: 40px; width: 38%; border-radius: var(--radius); }
.bones-list .own { align-self: flex-end; width: 30%; }
.panel { width: min(360px, 100vw); max-width: none; height: 100dvh; max-height: none; margin: 0;
    margin-inline-start: auto; padding: 0; border: 0;
    background: var(--back); color: var(--text); box-shadow: var(--shadow); }
.panel[open] { display: flex; flex-direction: column; }
.panel::backdrop { background: rgb(10 12 20 / .35); }
.panel header h2 { flex: 1; font-weight: 650; font-size: 16px; }
.panel ul { flex: 1; overflow-y: auto; padding: 8px; }
.panel li { align-items: center; gap: 10px; padding: 7px 8px; }
.who { flex: 1; min-width: 0; display: grid; line-height: 1.3; }
.who small { color: var(--faint); font-size: 12.5px; }
.panel .small { padding: 3px 9px; font-size: 12.5px; border-radius: 8px; }
.invite { display: flex; gap: 8px; padding: 10px 16px; border-block-start: 1px solid var(--line); }
.invite input { flex: 1; min-width: 0; padding: 7px 12px; border-radius: 10px; border: 1px solid var(--line);
    background: var(--back); }
.panel footer { padding: 0 16px max(16px, env(safe-area-inset-bottom)); }
.leave { width: 100%; color: var(--problem); }
@container (max-width: 480px) { .column { max-width: 84%; } }
@media (hover: none) and (pointer: coarse) { .row > .more { display: none; } }
`;
