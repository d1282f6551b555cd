package im.martlet;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

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
