/**
 * Calls handlers by an event's name. A handler that throws does not keep the others from being called.
 * @template {Record<string, any>} Events
 */
export class Emitter {
    /** @type {Map<keyof Events, Set<(data: any) => void>>} */
    #handlers = new Map();

    /**
     * Calls `handler` for each event of the name, until the function that this returns is called.
     * @template {keyof Events} Name
     * @param {Name} name
     * @param {(data: Events[Name]) => void} handler
     * @returns {() => void}
     */
    on(name, handler) {
        const handlers = this.#handlers.get(name) ?? new Set();
        this.#handlers.set(name, handlers.add(handler));
        return () => void handlers.delete(handler);
    }

    /**
     * @template {keyof Events} Name
     * @param {Name} name
     * @param {Events[Name]} data
     */
    emit(name, data) {
        for (const handler of [...(this.#handlers.get(name) ?? [])]) {
            try {
                handler(data);
            } catch (error) {
                this.failed(error);
            }
        }
    }

    /**
     * A handler has thrown. The application's fault: it shows up as an uncaught error, and the client goes on.
     * @protected
     * @param {unknown} error
     */
    failed(error) {
        queueMicrotask(() => {
            throw error;
        });
    }
}

/**
 * Gathers the names of what has changed, and tells those of one moment together.
 * @param {(names: Set<string>) => void} tell
 * @returns {(names: Iterable<string>) => void}
 */
export function gathered(tell) {
    /** @type {Set<string> | undefined} */
    let gathering;
    return (names) => {
        if (!gathering) {
            const all = (gathering = new Set());
            queueMicrotask(() => {
                gathering = undefined;
                tell(all);
            });
        }
        for (const name of names) gathering.add(name);
    };
}
