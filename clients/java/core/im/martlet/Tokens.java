package im.martlet;

import java.util.concurrent.Executor;

/** Asks the application for tokens, one question at a time: who needs a token while one is asked for gets that one. */
final class Tokens {
    /** An application that gives no token for so long, since its own request hangs, is asked again. */
    private static final long PATIENCE = 30_000;

    private final Loop loop;
    private final Executor executor;
    private final TokenProvider provider;
    private Promise<String> asking;

    Tokens(Loop loop, Executor executor, TokenProvider provider) {
        this.loop = loop;
        this.executor = executor;
        this.provider = provider;
    }

    /** @param isRefused whether the gateway has refused the last token */
    Promise<String> get(boolean isRefused) {
        if (asking != null) return asking;
        Promise<String> token = new Promise<>(loop);
        asking = token;
        Object timer = loop.after(PATIENCE, () -> token.reject(noToken("the application gave no token in time")));
        executor.execute(() -> ask(isRefused, token));
        token.then((value, error) -> {
            loop.cancel(timer);
            asking = null;
        });
        return token;
    }

    /** In the application's thread. */
    private void ask(boolean isRefused, Promise<String> token) {
        try {
            provider.token(isRefused).whenComplete((value, error) -> loop.post(() -> {
                if (error != null) token.reject(noToken(String.valueOf(error)));
                else if (value == null || value.isEmpty()) token.reject(noToken("the application gave no token"));
                else token.resolve(value);
            }));
        } catch (RuntimeException error) {
            loop.post(() -> token.reject(noToken(String.valueOf(error))));
        }
    }

    private static MartletException noToken(String message) {
        return new MartletException("noToken", message);
    }
}
