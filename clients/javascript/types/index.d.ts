export { MartletError } from "./errors.js";
export { Emitter } from "./emitter.js";
export { MemoryStorage } from "./memory.js";
export { IndexedDBStorage } from "./indexeddb.js";
export { Client, randomName, scopeOf } from "./client.js";
