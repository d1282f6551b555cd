/** Who is writing just now. */

/** A little longer than the time after which who writes says so again: composer.js. */
const shownMilliseconds = 4500;

export class Typing {
    /** The timers that end what is shown, by conversation and user. */
    #timers = new Map();

    constructor(client, changed) {
        this.changed = changed;
        client.on("message.signaled", ({ conversationID, from, name }) => {
            if (name === "typing") this.#begin(conversationID, from);
        });
        client.on("message.new", ({ conversationID, from }) => this.#end(conversationID, from));
    }

    /** The users who write in a conversation. */
    in(conversationID) {
        return [...(this.#timers.get(conversationID)?.keys() ?? [])];
    }

    #begin(conversationID, user) {
        const users = this.#timers.get(conversationID) ?? new Map();
        this.#timers.set(conversationID, users);
        clearTimeout(users.get(user));
        users.set(user, setTimeout(() => this.#end(conversationID, user), shownMilliseconds));
        this.changed();
    }

    #end(conversationID, user) {
        const users = this.#timers.get(conversationID);
        if (!users?.has(user)) return;
        clearTimeout(users.get(user));
        users.delete(user);
        this.changed();
    }
}
