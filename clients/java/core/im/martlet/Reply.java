package im.martlet;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/**
 * What a call will bring. Its callbacks run on the client's executor. A failure is a {@link MartletException}, within
 * what the functions of a future throw. To wait on the very thread that the executor has would last for ever, so that
 * throws.
 */
public final class Reply<Value> extends CompletableFuture<Value> {
    private final Callbacks callbacks;

    Reply(Callbacks callbacks) {
        this.callbacks = callbacks;
    }

    /** Has the action run in the engine's thread, and gives its result. */
    static <Value> Reply<Value> post(Loop loop, Callbacks callbacks, Supplier<Promise<Value>> action) {
        Reply<Value> reply = new Reply<>(callbacks);
        loop.post(() -> action.get().then((value, error) -> callbacks.execute(() -> {
            if (error == null) reply.complete(value);
            else reply.completeExceptionally(error);
        })));
        return reply;
    }

    @Override
    public Value get() throws InterruptedException, ExecutionException {
        check();
        return super.get();
    }

    @Override
    public Value get(long timeout, TimeUnit unit) throws InterruptedException, ExecutionException, TimeoutException {
        check();
        return super.get(timeout, unit);
    }

    @Override
    public Value join() {
        check();
        return super.join();
    }

    private void check() {
        if (!isDone() && callbacks.isCurrent()) throw new IllegalStateException("a callback must not wait for a reply");
    }
}
