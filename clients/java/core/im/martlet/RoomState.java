package im.martlet;

/** Whether a device is in a {@link Room}. It never changes: what becomes of it is another one. */
public final class RoomState {
    public enum Name { OUT, ENTERING, IN }

    public final Name name;
    /** `recovered` or `gap`, if it was in before; null: it was not. */
    public final String verdict;
    /** Why it is out without {@link Room#leave}: `kicked`, `banned`, `ended`, or the name of `error`. */
    public final String reason;
    /** With what it could not come back; null: it was not that. */
    public final MartletException error;

    RoomState(Name name, String verdict, String reason, MartletException error) {
        this.name = name;
        this.verdict = verdict;
        this.reason = reason;
        this.error = error;
    }
}
