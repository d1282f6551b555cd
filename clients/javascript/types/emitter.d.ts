/**
 * Gathers the names of what has changed, and tells those of one moment together.
 * @param {(names: Set<string>) => void} tell
 * @returns {(names: Iterable<string>) => void}
 */
export function gathered(tell: (names: Set<string>) => void): (names: Iterable<string>) => void;
/**
 * Calls handlers by an event's name. A handler that throws does not keep the others from being called.
 * @template {Record<string, any>} Events
 */
export class Emitter<Events extends Record<string, any>> {
    /**
     * Calls `handler` for each event of the name, until the function that this returns is called.
     * @template {keyof Events} Name
     * @param {Name} name
     * @param {(data: Events[Name]) => void} handler
     * @returns {() => void}
     */
    on<Name extends keyof Events>(name: Name, handler: (data: Events[Name]) => void): () => void;
    /**
     * @template {keyof Events} Name
     * @param {Name} name
     * @param {Events[Name]} data
     */
    emit<Name_1 extends keyof Events>(name: Name_1, data: Events[Name_1]): void;
    /**
     * A handler has thrown. The application's fault: it shows up as an uncaught error, and the client goes on.
     * @protected
     * @param {unknown} error
     */
    protected failed(error: unknown): void;
    #private;
}
