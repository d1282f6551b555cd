package im.martlet;

import im.martlet.json.JsonException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** What will come, within the engine's thread. Those who wait for it are called in turns of the loop, never at once. */
final class Promise<Value> {
    interface Settled<Value> {
        /** One of the two is null; both may be, if the value is. */
        void with(Value value, MartletException error);
    }

    private final Loop loop;
    private List<Settled<Value>> waiting = new ArrayList<>();
    private Value value;
    private MartletException error;

    Promise(Loop loop) {
        this.loop = loop;
    }

    static <Value> Promise<Value> resolved(Loop loop, Value value) {
        Promise<Value> promise = new Promise<>(loop);
        promise.resolve(value);
        return promise;
    }

    static <Value> Promise<Value> rejected(Loop loop, MartletException error) {
        Promise<Value> promise = new Promise<>(loop);
        promise.reject(error);
        return promise;
    }

    /** Has the action run in a thread of the executor, where it may wait. */
    static <Value> Promise<Value> run(Loop loop, Executor executor, Callable<Value> action) {
        Promise<Value> done = new Promise<>(loop);
        executor.execute(() -> {
            Value value = null;
            MartletException error = null;
            try {
                value = action.call();
            } catch (Exception failure) {
                error = MartletException.of(failure);
            }
            Value result = value;
            MartletException reason = error;
            loop.post(() -> done.settle(result, reason));
        });
        return done;
    }

    void resolve(Value value) {
        settle(value, null);
    }

    void reject(MartletException error) {
        settle(null, error);
    }

    /** Only the first outcome counts. */
    void settle(Value value, MartletException error) {
        if (waiting == null) return;
        this.value = value;
        this.error = error;
        List<Settled<Value>> all = waiting;
        waiting = null;
        for (Settled<Value> one : all) tell(one);
    }

    void then(Settled<Value> settled) {
        if (waiting == null) tell(settled);
        else waiting.add(settled);
    }

    /** `failed` is also called if `done` throws, as it does of a reply that is not as it should be. */
    void then(Consumer<Value> done, Consumer<MartletException> failed) {
        then((value, error) -> {
            if (error != null) {
                failed.accept(error);
                return;
            }
            try {
                done.accept(value);
            } catch (JsonException bad) {
                failed.accept(MartletException.of(bad));
            }
        });
    }

    private void tell(Settled<Value> settled) {
        loop.soon(() -> settled.with(value, error));
    }
}
