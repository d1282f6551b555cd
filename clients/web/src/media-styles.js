/**
 * Beside thread-styles.js, for threads that show pictures and files.
 * @type {string}
 */
export const threadMediaStyles = `
.media { position: relative; display: flex; flex-direction: column; align-items: flex-start; gap: 4px;
    margin: -3px -9px 4px; min-width: 160px; }
.sender + .media, .quote + .media { margin-block-start: 5px; }
.media.grid { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); width: 320px;
    max-width: calc(100% + 18px); border-radius: 12px; overflow: hidden; gap: 2px; }
.media.grid .shot { width: 100%; aspect-ratio: 1; border-radius: 0; }
.media.grid .shot:last-of-type:nth-of-type(odd) { grid-column: span 2; aspect-ratio: 2; }
.shot { display: block; max-width: 100%; min-height: 60px; max-height: 420px; overflow: hidden; border-radius: 12px;
    background: var(--hover); cursor: zoom-in; }
.shot:disabled { cursor: default; }
.shot img { display: block; width: 100%; height: 100%; max-height: 420px; object-fit: cover; color: transparent; }
.shot img.lost { color: var(--faint); padding: 20px; font-size: 13px; }
.shot:focus-visible { outline-offset: -3px; }
.player { display: block; max-width: 100%; border-radius: 12px; }
video.player { max-height: 320px; background: #000; }
.media .doc { display: flex; max-width: 100%; padding: 8px 10px; text-align: start; border-radius: 10px; margin: 0 4px;
    background: rgb(128 128 128 / .14); }
.own .media .doc { background: rgb(0 0 0 / .16); }
.has-failed .media .doc { background: rgb(128 128 128 / .14); }
.media .doc:hover:enabled { background: rgb(128 128 128 / .26); }
.media .doc small { font-size: 12px; opacity: .85; white-space: nowrap; }
.media .none { display: flex; gap: 8px; align-items: center; padding: 10px 12px; font-size: 13px; opacity: .85; }
.bare .media { margin-block-end: 0; }
.bare { padding-inline: 12px; }
.under-way { position: absolute; inset: 0; display: grid; place-items: center; pointer-events: none; }
.media:has(.doc) .under-way { position: static; justify-items: start; margin-inline: 4px; }
.stop { position: relative; display: grid; place-items: center; width: 48px; height: 48px; border-radius: 50%;
    background: rgb(0 0 0 / .62); color: #fff; pointer-events: auto; }
.stop:hover { background: rgb(0 0 0 / .78); }
.ring { position: absolute; inset: 3px; border-radius: 50%;
    background: conic-gradient(#fff var(--done, 0%), rgb(255 255 255 / .22) 0);
    mask: radial-gradient(farthest-side, transparent calc(100% - 3.5px), #000 calc(100% - 3px)); }
.viewer { inset: 0; width: 100vw; height: 100dvh; max-width: none; max-height: none; margin: 0; padding: 0; border: 0;
    background: rgb(12 13 16 / .96); color: #fff; overflow: hidden; touch-action: pinch-zoom; }
.viewer[open] { display: flex; flex-direction: column; }
.viewer header { min-height: 52px; border: 0; gap: 4px; padding: max(6px, env(safe-area-inset-top)) 12px 6px 16px; }
.viewer header .cut { flex: 1; font-weight: 600; font-size: 14px; }
.viewer .place { font-size: 13px; font-variant-numeric: tabular-nums; padding-inline: 8px; }
.viewer .round { color: #fff; background: rgb(255 255 255 / .1); }
.viewer .round:hover { background: rgb(255 255 255 / .24); color: #fff; }
.viewer .round:focus-visible { outline-color: #fff; }
.stage { position: relative; flex: 1; min-height: 0; display: grid; place-items: center; padding: 0 0 12px; }
.large-picture { max-width: 100%; max-height: 100%; min-width: 0; min-height: 0; object-fit: contain; user-select: none;
    grid-area: 1 / 1; }
.viewer .previous, .viewer .next { position: absolute; inset-block-start: calc(50% - 22px); width: 44px; height: 44px;
    z-index: 1; }
.viewer .previous { inset-inline-start: 14px; }
.viewer .next { inset-inline-end: 14px; }
.viewer .next .icon { transform: scaleX(-1); }
:host(:dir(rtl)) .viewer .next .icon { transform: none; }
`;

/**
 * Beside composer-styles.js, for composers to which something is attached.
 * @type {string}
 */
export const composerMediaStyles = `
.box.awaits { border-color: var(--accent-text); border-style: dashed; }
.tray { display: flex; gap: 8px; padding: 4px 4px 10px; overflow-x: auto; scrollbar-width: thin; }
.tray li { position: relative; flex: none; }
.tray img { display: block; width: 76px; height: 76px; object-fit: cover; border-radius: 12px;
    background: var(--hover); }
.tray .doc { display: grid; grid-template: auto auto / auto minmax(0, 1fr); gap: 0 10px; align-items: center;
    height: 76px; width: 200px; padding: 12px; border-radius: 12px; background: var(--bubble); align-content: center; }
.tray .doc .icon { grid-row: span 2; color: var(--faint); width: 26px; height: 26px; }
.tray .doc .cut { padding-inline-end: 22px; }
.tray .doc small { color: var(--faint); }
.tray .remove { position: absolute; inset-block-start: 4px; inset-inline-end: 4px; display: grid; place-items: center;
    width: 24px; height: 24px; border-radius: 50%; background: rgb(0 0 0 / .66); color: #fff; }
.tray .remove:hover { background: #000; }
.tray .remove .icon { width: 15px; height: 15px; stroke-width: 2.4; }
`;
