/** The operators' console in one page: who is signed in, and which view is shown. */
import { canSignIn, current, may, onSignedOut, resume, signIn, signOut } from "./api.js";
import { show as showAudit } from "./audit.js";
import { showChannel, showChannels } from "./channels.js";
import { show as showCluster } from "./cluster.js";
import { showMessage, showPush } from "./conversations.js";
import { field, form, make } from "./dom.js";
import { show as showEvents } from "./events.js";
import { canFind, show as showFound } from "./find.js";
import { showGroup, showGroups } from "./groups.js";
import { showMedia, showUpload } from "./media.js";
import { show as showOverview } from "./overview.js";
import { showReport, showReports } from "./reports.js";
import { showBroadcasts, showScheduled, showWriting } from "./sending.js";
import { showKeys, showSettings } from "./settings.js";
import { show as showStatistics } from "./statistics.js";
import { choose, language, languages, t } from "./texts.js";
import { showConversation } from "./thread.js";
import { showUser, showUsers } from "./users.js";
import { show as showWebhooks } from "./webhooks.js";

/**
 * By the first part of the address: what shows a view, and the operations that it cannot do without. A view may return what
 * is to be done when it ends.
 */
const views = {
    overview: { show: showOverview, needs: [] },
    statistics: { show: showStatistics, needs: ["admin.statistics"] },
    find: { show: showFound, needs: [] },
    users: { show: showUsers, needs: ["admin.account.list"] },
    user: { show: showUser, needs: ["admin.user.state"], below: "users" },
    groups: { show: showGroups, needs: ["admin.group.list"] },
    group: { show: showGroup, needs: ["admin.group.get"], below: "groups" },
    channels: { show: showChannels, needs: ["admin.channel.list"] },
    channel: { show: showChannel, needs: ["admin.channel.info"], below: "channels" },
    reports: { show: showReports, needs: ["admin.report.list"] },
    report: { show: showReport, needs: ["admin.report.get"], below: "reports" },
    media: { show: showMedia, needs: ["admin.media.list"] },
    upload: { show: showUpload, needs: ["admin.media.get"], below: "media" },
    conversation: { show: showConversation, needs: ["admin.message.history"] },
    message: { show: showMessage, needs: ["admin.events.read"] },
    push: { show: showPush, needs: ["admin.push.explain"] },
    events: { show: showEvents, needs: ["admin.events.read"] },
    write: { show: showWriting, needs: ["admin.message.send"] },
    broadcasts: { show: showBroadcasts, needs: ["admin.broadcast.list"] },
    scheduled: { show: showScheduled, needs: ["admin.message.scheduled"] },
    webhooks: { show: showWebhooks, needs: ["admin.events.parked"] },
    audit: { show: showAudit, needs: ["admin.audit.list"] },
    cluster: { show: showCluster, needs: ["admin.cluster.status"] },
    settings: { show: showSettings, needs: ["admin.setting.list"] },
    keys: { show: showKeys, needs: ["admin.key.list"] },
};

/** The navigation: views by what an operator comes for, each with the name of its title. */
const navigation = {
    now: { overview: "overview", statistics: "statistics", events: "events" },
    people: { users: "users", groups: "groups", channels: "channels", media: "media", reports: "reports" },
    deliveries: { write: "systemMessage", broadcasts: "broadcasts", scheduled: "scheduled", webhooks: "webhooks", push: "whyNoPush" },
    gateway: { audit: "auditLog", cluster: "nodes", settings: "settings", keys: "keys" },
};

const element = (id) => document.getElementById(id);
let end = () => {};
/** Counts views, so that one that was left while it was being read is not shown. */
let shown = 0;
let shownName;

/** Where the address leads: `#/user/alice` is the view `user` of `alice`. */
function place() {
    const [name, ...parts] = location.hash.replace(/^#\//, "").split("/");
    return { name: name in views ? name : "overview", parts: parts.map(decodeURIComponent) };
}

async function showView() {
    const [number, { name, parts }] = [++shown, place()];
    end();
    end = () => {};
    openMenu(false);
    for (const link of element("views").querySelectorAll("a")) {
        if (link.hash === `#/${views[name].below ?? name}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    const view = make("div", { onagain: showView });
    try {
        const { show, needs } = views[name];
        if (!may(...needs)) throw new Error(t("notAllowed", needs.join(", ")));
        const ending = await show(view, parts);
        if (number !== shown) return ending?.();
        end = ending ?? end;
    } catch (error) {
        if (number !== shown || !current()) return;
        view.append(make("p", { role: "alert" }, error.message));
    }
    element("view").replaceChildren(view);
    if (place().name !== shownName) scrollTo(0, 0);
    shownName = place().name;
    const title = view.querySelector("h2")?.textContent;
    document.title = title ? `${title} – Martlet` : "Martlet";
}

function languageChoice() {
    const options = Object.entries(languages).map(([value, name]) => make("option", { value, lang: value, selected: value === language }, name));
    return make("select", { "aria-label": t("language"), onchange: ({ target }) => choose(target.value) }, options);
}

/** On a phone the navigation is behind a button. */
function openMenu(isOpen) {
    element("menu").setAttribute("aria-expanded", String(isOpen));
    element("views").classList.toggle("open", isOpen);
}

function drawConsole() {
    const entries = Object.entries(navigation).map(([name, titles]) => [name, Object.entries(titles).filter(([view]) => may(...views[view].needs))]);
    element("views").setAttribute("aria-label", t("views"));
    element("views").replaceChildren(...entries.filter(([, shown]) => shown.length).map(([name, shown]) => make("section", {},
        make("h2", {}, t(`navigation.${name}`)), make("ul", {}, shown.map(([view, title]) => make("li", {}, make("a", { href: `#/${view}` }, t(title))))))));
    element("menu").replaceChildren(make("span", { "aria-hidden": "true" }, "☰"), make("span", { class: "hidden" }, t("views")));
    element("menu").onclick = () => openMenu(element("menu").getAttribute("aria-expanded") !== "true");
    const find = element("find");
    find.hidden = !canFind();
    find.replaceChildren(
        make("input", { name: "id", "aria-label": t("findHint"), required: true, maxlength: "255", autocomplete: "off", placeholder: t("findHint"), title: t("findKey") }),
        make("button", { type: "submit" }, t("find")));
    find.onsubmit = (event) => {
        event.preventDefault();
        const address = `#/find/${encodeURIComponent(new FormData(find).get("id").trim())}`;
        if (location.hash === address) showView();
        else location.hash = address;
        element("view").focus({ preventScroll: true });
    };
    const leave = () => signOut().catch(() => showSignIn());
    element("who").replaceChildren(make("span", {}, t("signedInAs", current().name)), languageChoice(), make("button", { type: "button", onclick: leave }, t("signOut")));
}

/** A slash leads to the search, as nothing else is written where nothing can be written. */
function pressed(event) {
    if (event.key === "Escape") openMenu(false);
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog")) return;
    if (!current() || element("find").hidden) return;
    event.preventDefault();
    element("find").querySelector("input").select();
}

function showConsole() {
    element("sign-in").hidden = true;
    element("sign-in").replaceChildren();
    element("console").hidden = false;
    drawConsole();
    showView();
    const number = current();
    // The gateway ends the session then; what is on the screen goes as well.
    setTimeout(() => current() === number && showSignIn(), Math.min(number.endsIn, 2 ** 31 - 1));
}

function showSignIn() {
    shown++;
    end();
    end = () => {};
    for (const dialog of document.querySelectorAll("dialog")) dialog.remove();
    element("console").hidden = true;
    element("view").replaceChildren();
    if (!element("sign-in").hidden) return;
    element("sign-in").hidden = false;
    if (!canSignIn()) return showWhatIsMissing();
    const fields = [
        field(t("name"), { name: "name", required: true, autocomplete: "username" }),
        field(t("secret"), { name: "secret", type: "password", required: true, autocomplete: "current-password" }),
    ];
    const enter = async ({ name, secret }) => {
        await signIn(name, secret);
        showConsole();
    };
    element("sign-in").replaceChildren(make("h1", {}, t("signInTitle")), make("p", { class: "faint" }, t("signInNote")), form(fields, t("signIn"), enter), languageChoice());
    element("sign-in").querySelector("input").focus();
    document.title = t("signInTitle");
}

/** Without an admin key no sign-in can succeed. */
function showWhatIsMissing() {
    const file = "/etc/martlet/admin.json";
    const steps = [
        [t("noKeyMake"), `sudo martlet admin-key add admin --key-file ${file}`],
        [t("noKeyName"), `auth: { adminKeysFile: "${file}" },`],
        [t("noKeyRestart"), "sudo systemctl restart martlet"],
    ];
    element("sign-in").replaceChildren(
        make("h1", {}, t("noKeyTitle")), make("p", {}, t("noKeyNote")),
        make("ol", {}, steps.map(([step, line]) => make("li", {}, step, make("pre", { tabindex: "0" }, line)))), languageChoice());
    document.title = t("noKeyTitle");
}

document.documentElement.lang = language;
onSignedOut(showSignIn);
addEventListener("hashchange", () => current() && showView());
addEventListener("keydown", pressed);
try {
    if (await resume()) showConsole();
    else showSignIn();
} catch (error) {
    document.body.replaceChildren(make("main", {}, make("h1", {}, "Martlet"), make("p", { role: "alert" }, `${t("noAnswer")} ${error.message}`)));
}
