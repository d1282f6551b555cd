/** Pictures and files: all of them or a user's, how much that is, and one with its review. */
import { call, may } from "./api.js";
import { acting, facts, field, form, link, make, userLink } from "./dom.js";
import { count, paged, when } from "./tables.js";
import { number, t } from "./texts.js";

/** Names are of users' making. */
const uploadLink = (id, text) => link(`upload/${encodeURIComponent(id)}`, text);

export const mediaLink = (user) => link(`media/${encodeURIComponent(user)}`, t("mediaOf", user));

export async function showMedia(view, [user]) {
    const of = user ? { userID: user } : {};
    const usage = may("admin.media.usage") ? await call("admin.media.usage", of) : undefined;
    const read = async (cursor) => {
        const page = await call("admin.media.list", { ...of, cursor, limit: 50 });
        const rows = page.media.map(({ mediaID, owner, name, type, size, state, time }) => [
            uploadLink(mediaID, name || mediaID), userLink(owner), type, count(size), t(`media.${state}`), when(time)]);
        return { rows, next: page.cursor };
    };
    view.append(make("h2", { class: "title" }, user ? t("mediaOf", user) : t("media")));
    if (usage) view.append(facts([[t("files"), count(usage.files)], [t("bytes"), count(usage.bytes)]]));
    const find = ({ user }) => { location.hash = `#/media/${encodeURIComponent(user.trim())}`; };
    const who = field(t("user"), { name: "user", required: true, maxlength: "255", value: user ?? false });
    view.append(make("div", { class: "form" }, form([who], t("show"), find)));
    view.append(await paged(t("newestFirst"), [t("file"), t("owner"), t("media.type"), t("bytes"), t("state"), t("since")], read, undefined));
}

export async function showUpload(view, [id]) {
    const upload = await call("admin.media.get", { mediaID: id });
    const { name, owner, type, size, state, verified, width, height, time, url } = upload;
    const again = () => view.dispatchEvent(new Event("again"));
    const review = (ready) => async () => {
        await call("admin.media.review", { mediaID: id, ready });
        again();
    };
    const remove = async () => {
        await call("admin.media.delete", { mediaID: id });
        location.hash = `#/media/${encodeURIComponent(owner)}`;
    };
    view.append(make("h2", { class: "title" }, t("uploadTitle", name || id)), facts([
        ["id", id], [t("owner"), userLink(owner)], [t("media.type"), type], [t("bytes"), number(size, "")], [t("state"), t(`media.${state}`)],
        [t("media.verified"), verified && t(`media.verified.${verified}`)], [t("media.pixels"), width && `${width} × ${height}`], [t("since"), when(time)],
    ]));
    if (url) view.append(make("p", {}, make("a", { href: url, target: "_blank", rel: "noreferrer" }, t("media.open"))));
    const isUsable = state === "ready" || state === "pending";
    view.append(make("div", { class: "bar" },
        state === "pending" ? acting("admin.media.review", t("media.accept"), t("media.acceptQuestion"), review(true)) : "",
        isUsable ? acting("admin.media.review", t("media.refuse"), t("media.refuseQuestion"), review(false), { isDangerous: true }) : "",
        acting("admin.media.delete", t("media.delete"), t("media.deleteQuestion"), remove, { isDangerous: true })));
}
