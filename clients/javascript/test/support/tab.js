/** A tab with a client and a store, without anything to see: what tests of the client itself drive. */
export async function openTab(context, site, user, options = "") {
    const page = await context.open(`${site.url}/none`);
    page.user = user;
    page.connect = () => connect(page, options);
    await page.connect();
    return page;
}

const connect = (page, options) =>
    page.evaluate(`(async () => {
        const [{ Client, IndexedDBStorage, scopeOf }, { Store }, { shareTabs }] =
            await Promise.all(["index", "store", "tabs"].map((name) => import("/client/" + name + ".js")));
        const user = "${page.user}";
        const signIn = async () => (await fetch("/sign-in", { method: "POST", body: JSON.stringify({ user }) })).json();
        const { url } = await signIn();
        const token = async () => (await signIn()).token;
        window.client = new Client({ url, user, token, storage: new IndexedDBStorage(scopeOf(url, user)), link: shareTabs, ${options} });
        window.store = new Store(client);
        window.heard = [];
        window.told = [];
        window.known = [];
        window.changing = window.changed = 0;
        // What became of holes, to find out why something was lost.
        window.synced = [];
        for (const event of ["sync.reset", "sync.gap", "sync.failed"]) {
            client.on(event, (data) => synced.push([event, data.stream ?? data.conversationID, data.error?.message, known.length]));
        }
        client.on("message.new", ({ body, seq }) => (heard.push(body.text), told.push(seq)));
        client.on("message.sent", ({ body }) => heard.push(body.text));
        for (const event of ["message.new", "message.sent"]) client.on(event, (message) => known.push(message));
        client.connect();
    })()`);

/** From its first list on a device misses nothing. */
export const isOpen = `client.state.name === "open" && store.isListed`;
