package im.martlet;

import java.util.concurrent.CompletionStage;

/** Gets tokens from the application's backend. */
public interface TokenProvider {
    /**
     * Is called on the client's executor, and must not wait there.
     *
     * @param isRefused whether the gateway has refused the last token
     */
    CompletionStage<String> token(boolean isRefused);
}
