/** Channels: all of them, and one with what is known of it. */
import { call } from "./api.js";
import { channelLink, facts, make, userLinks } from "./dom.js";
import { count, paged, when } from "./tables.js";
import { t } from "./texts.js";

export async function showChannels(view) {
    const read = async (cursor) => {
        const page = await call("admin.channel.list", { cursor, pageSize: 50 });
        const rows = page.channels.map(({ channelID, title, access, followers, createdAt }) => [channelLink(channelID), title, t(`access.${access}`), count(followers), when(createdAt)]);
        return { rows, next: page.cursor };
    };
    view.append(make("h2", { class: "title" }, t("channels")), await paged(t("newestFirst"), [t("channel"), t("name"), t("access"), t("followers"), t("since")], read, 0));
}

export async function showChannel(view, [id]) {
    const channel = await call("admin.channel.info", { channelID: id });
    view.append(make("h2", { class: "title" }, t("channelTitle", channel.title || id)), facts([
        ["id", id], [t("description"), channel.description], [t("access"), t(`access.${channel.access}`)], [t("followers"), count(channel.followers)],
        [t("messages"), count(channel.seq)], [t("since"), when(channel.createdAt)], [t("publishers"), userLinks(channel.publishers)],
    ]));
}
