/** The client's core: one user's connection to a gateway. docs/clients.md says how to use it. */
export { Client, randomName, scopeOf } from "./client.js";
export { MartletError } from "./errors.js";
export { Emitter } from "./emitter.js";
export { MemoryStorage } from "./memory.js";
export { IndexedDBStorage } from "./indexeddb.js";
