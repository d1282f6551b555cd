package im.martlet;

import im.martlet.json.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** What a room has told: the last messages, and what is new, which is told ten times a second at most. */
final class RoomNews {
    private static final long BETWEEN = 100;

    final List<Json> messages = new ArrayList<>();
    final List<Json> cleared = new ArrayList<>();
    long missed;
    long shed;
    private final Loop loop;
    private final Callbacks callbacks;
    private final int keep;
    private final Consumer<Room.News> listener;
    private volatile List<Json> last = Collections.emptyList();
    private long toldAt = Long.MIN_VALUE / 2;
    /** Runs until what is new is told. */
    private Object timer;
    /** The application has not heard the last news yet: more is gathered, so that a slow one hears little often. */
    private boolean isBusy;

    RoomNews(Loop loop, Callbacks callbacks, int keep, Consumer<Room.News> listener) {
        this.loop = loop;
        this.callbacks = callbacks;
        this.keep = keep;
        this.listener = listener;
    }

    List<Json> last() {
        return last;
    }

    void add(Json message) {
        gather();
        messages.add(message);
        // The application has not been listening.
        if (messages.size() > keep) {
            messages.remove(0);
            missed++;
        }
        List<Json> next = new ArrayList<>(last);
        next.add(message);
        if (next.size() > keep) next.remove(0);
        last = Collections.unmodifiableList(next);
    }

    void clear(Json clearing, Predicate<Json> covers) {
        gather();
        cleared.add(clearing);
        messages.removeIf(covers);
        List<Json> next = new ArrayList<>(last);
        next.removeIf(covers);
        last = Collections.unmodifiableList(next);
    }

    void miss(long count) {
        if (count == 0) return;
        gather();
        missed += count;
    }

    void shed(long count) {
        if (count == 0) return;
        gather();
        shed += count;
    }

    private void gather() {
        if (timer != null || isBusy) return;
        long wait = Math.max(0, Math.min(BETWEEN, toldAt + BETWEEN - loop.now()));
        timer = loop.after(wait, this::flush);
    }

    /** Tells what is new, if there is anything. */
    void flush() {
        loop.cancel(timer);
        timer = null;
        if (messages.isEmpty() && cleared.isEmpty() && missed == 0 && shed == 0) return;
        Room.News news = new Room.News(this);
        messages.clear();
        cleared.clear();
        missed = shed = 0;
        toldAt = loop.now();
        isBusy = true;
        callbacks.execute(() -> {
            try {
                listener.accept(news);
            } finally {
                loop.post(this::heard);
            }
        });
    }

    private void heard() {
        isBusy = false;
        boolean isMore = !messages.isEmpty() || !cleared.isEmpty() || missed > 0 || shed > 0;
        if (isMore) gather();
    }
}
