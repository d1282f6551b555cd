package im.martlet;

import im.martlet.json.Json;

/** What a {@link Room} is, and the user in it. It never changes: what becomes of it is another one. */
public final class RoomFacts {
    public final String title;
    public final String ext;
    public final long slowSeconds;
    /** Only the owner, admins and speakers may send. */
    public final boolean isMuted;
    /** Sessions in the room. */
    public final long participants;
    /** `owner`, `admin`, `speaker` or `participant`. */
    public final String role;
    /** By {@link Client#serverTime}: until then this user may not send. */
    public final long mutedUntil;

    /** @param room has `title`, `ext`, `slowSeconds` and `isMuted` */
    RoomFacts(Json room, long participants, String role, long mutedUntil) {
        title = room.string("title");
        ext = room.string("ext");
        slowSeconds = room.integer("slowSeconds");
        isMuted = room.isTrue("isMuted");
        this.participants = participants;
        this.role = role;
        this.mutedUntil = mutedUntil;
    }
}
