/** The settings in force with their documentation, and the keys and certificates with their ends. */
import { call } from "./api.js";
import { field, make } from "./dom.js";
import { chineseRule } from "./rulesChinese.js";
import { chineseSettings } from "./settingsChinese.js";
import { table, when } from "./tables.js";
import { language, t } from "./texts.js";

/** The gateway says in English what its settings mean. */
const meaningOf = ({ name, meaning }) => (language === "zh-Hans" && chineseSettings[name]) || meaning;
const ruleOf = ({ mustBe }) => (language === "zh-Hans" ? chineseRule(mustBe) : mustBe);

export async function showSettings(view) {
    const { sections } = await call("admin.setting.list");
    const list = make("div");
    const wanted = field(t("filter"), { name: "filter", type: "search", autocomplete: false });
    const changed = make("input", { type: "checkbox", id: "changed" });
    const draw = () => {
        const text = wanted.querySelector("input").value.toLowerCase();
        const fits = (setting) => (!changed.checked || setting.value !== setting.default)
            && `${setting.name} ${setting.value} ${meaningOf(setting)}`.toLowerCase().includes(text);
        list.replaceChildren(...sections.map((section) => [section, section.settings.filter(fits)])
            .filter(([, settings]) => settings.length)
            .map(([section, settings]) => table(`${section.name}: ${meaningOf(section).replaceAll("`", "")}`, [t("setting"), t("value"), t("default"), t("meaning")], settings.map(row))));
        if (!list.children.length) list.append(make("p", { class: "faint" }, t("nothing")));
    };
    const bar = make("form", { class: "bar", oninput: draw, onsubmit: (event) => event.preventDefault() }, wanted, changed, make("label", { for: "changed" }, t("onlyChanged")));
    view.append(make("h2", { class: "title" }, t("settings")), bar, list);
    draw();
}

const row = (setting) => [
    make("code", { class: "name" }, setting.name),
    make("code", { class: setting.value === setting.default ? false : "changed" }, setting.value),
    make("code", {}, setting.default), make("span", {}, withCode(`${meaningOf(setting)} ${t("mustBe", ruleOf(setting))}`)),
];

/** What stands between backticks is code. */
const withCode = (text) => text.split("`").map((part, place) => (place % 2 ? make("code", {}, part) : part));

export async function showKeys(view) {
    const { adminKeys, tokenKeys, certificates } = await call("admin.key.list");
    view.append(make("h2", { class: "title" }, t("keys")),
        table(t("certificates"), [t("file"), t("hosts"), t("since"), t("ends"), t("state")], certificates.map((one) => [one.file, one.names.join(" "), when(one.begins), when(one.ends), left(one.ends)])),
        table(t("adminKeys"), [t("name"), t("scopes"), t("addresses"), t("rate")], adminKeys.map((key) => [key.name, key.scopes?.join(" ") ?? t("everything"), key.addresses?.join(" ") ?? t("everywhere"), key.requestsPerSecond ? `${key.requestsPerSecond}/s` : ""])),
        table(t("tokenKeys"), [t("issuer"), "kid", t("algorithm")], tokenKeys.map((key) => [key.issuer ?? "auth.keysFile", key.kid ?? "", key.algorithm])));
}

/** How long a certificate is still good. */
function left(ends) {
    const days = Math.floor((ends - Date.now()) / 86400000);
    const state = days < 0 ? "problem" : days < 21 ? "warning" : "good";
    return make("span", { class: `badge ${state}`, "data-order": days }, days < 0 ? t("ended") : t("daysLeft", days));
}
