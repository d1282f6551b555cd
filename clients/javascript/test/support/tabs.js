import { MemoryStorage } from "../../src/index.js";
import { shareTabs } from "../../src/tabs.js";
import { FakeClock, settled } from "./clock.js";
import { FakeChannels, FakeLocks } from "./locks.js";
import { Rig } from "./rig.js";
import { conversation } from "./scripted.js";

/** Some tabs of one browser, with one clock, one storage and one gateway. */
export class Browser {
    clock = new FakeClock();
    storage = new MemoryStorage();
    locks = new FakeLocks();
    channels = new FakeChannels();
    tabs = [];
    /** What tells each tab that the browser freezes it. */
    documents = [];

    constructor() {
        Object.defineProperty(globalThis, "navigator", { value: { locks: this.locks }, configurable: true });
    }

    /** Opens a tab; `gateway` prepares what it may connect to, and `client` the client before it connects. */
    async open({ gateway = () => {}, client = () => {} } = {}) {
        const owner = this.tabs.length;
        globalThis.BroadcastChannel = this.channels.classFor(owner);
        this.documents[owner] = globalThis.document = Object.assign(new EventTarget(), { visibilityState: "visible" });
        const rig = new Rig({ clock: this.clock, storage: this.storage, link: shareTabs });
        rig.clock = this.clock;
        rig.gateway.answers["conversation.list"] = { conversations: [conversation("c2c_bob", 0)], nextSeq: 0, isFinished: true };
        gateway(rig.gateway);
        client(rig.client);
        this.tabs.push(rig);
        await rig.client.connect();
        await settled();
        return rig;
    }

    async freeze(owner) {
        this.documents[owner].dispatchEvent(new Event("freeze"));
        await settled();
    }

    async thaw(owner) {
        this.documents[owner].dispatchEvent(new Event("resume"));
        await this.clock.advance(100);
    }

    /** Something is told to all tabs, and tab `owner` does not hear it. */
    async lose(owner, tell) {
        this.channels.deaf.add(owner);
        tell();
        await settled();
        this.channels.deaf.delete(owner);
    }

    get leaders() {
        return this.tabs.filter((tab) => tab.client.link.leads);
    }
}
