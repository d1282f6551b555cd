package android.os;

public class Handler {
    private final Looper looper;

    public Handler(Looper looper) {
        this.looper = looper;
    }

    public final boolean post(Runnable action) {
        looper.thread.execute(action);
        return true;
    }
}
