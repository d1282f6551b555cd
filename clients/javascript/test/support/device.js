import { MemoryStorage } from "../../src/index.js";
import { Store } from "../../src/store.js";
import { FakeClock, settled } from "./clock.js";
import { Rig } from "./rig.js";

/** One of alice's devices, with a store: pages come and go, and what is in the storage stays. */
export class Device {
    clock = new FakeClock();

    constructor(world, { storage = new MemoryStorage(), keepDays, ...options } = {}) {
        this.world = world;
        this.options = options;
        this.storage = storage;
        this.keepDays = keepDays;
        world.now = this.clock.now;
    }

    /** A page begins; offline the gateway does not answer it. */
    async open({ isOffline = false, storage = this.storage, ...options } = {}) {
        this.rig = new Rig({ storage, clock: this.clock, ...this.options, ...options });
        this.rig.clock = this.clock;
        this.world.serve(this.rig.gateway);
        this.rig.gateway.isAnswering = !isOffline;
        this.store = new Store(this.rig.client, { keepDays: this.keepDays });
        this.lost = [];
        this.unsaved = [];
        this.rig.client.on("storeLost", ({ message }) => this.lost.push(message));
        this.rig.client.on("unsaved", ({ message }) => this.unsaved.push(message));
        await this.rig.client.connect();
        await this.store.ready;
        await settled();
        return this.store;
    }

    /** Lets what waits be written. */
    written = () => this.clock.advance(200);

    /** The page is closed. */
    async close() {
        const written = this.rig.client.disconnect();
        this.store.close();
        await written;
        await settled();
        this.world.forsake(this.rig.gateway);
    }

    async reopen(options) {
        await this.written();
        await this.close();
        return this.open(options);
    }

    asked = (op) => this.rig.gateway.asked(op).map(({ data }) => data);
    seqs = (conversationID = "c2c_bob") => this.store.view(conversationID).messages.map(({ seq }) => seq);
    rows = async (space) => (await this.storage.range(space)).map(([, value]) => value);
}
