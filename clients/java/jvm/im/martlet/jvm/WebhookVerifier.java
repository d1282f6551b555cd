package im.martlet.jvm;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Finds out whether a request is the gateway's: webhooks with events (docs/events.md) and questions of hooks
 * (docs/hooks.md) are signed as Standard Webhooks has it.
 */
public final class WebhookVerifier {
    /** A request that is older, or from so far ahead, may be a repeat by someone else. */
    private static final long MOST_SECONDS = 300;
    private static final String PREFIX = "whsec_";

    private final List<SecretKeySpec> keys = new ArrayList<>();
    private final LongSupplier clock;

    /** @param secrets the lines of the secret file, each `whsec_…`: while a secret is changed, there are two */
    public WebhookVerifier(List<String> secrets) {
        this(secrets, System::currentTimeMillis);
    }

    /** @param clock in milliseconds */
    public WebhookVerifier(List<String> secrets, LongSupplier clock) {
        this.clock = clock;
        for (String secret : secrets) {
            if (!secret.startsWith(PREFIX)) throw new IllegalArgumentException("a secret begins with " + PREFIX);
            byte[] bytes = Base64.getDecoder().decode(secret.substring(PREFIX.length()).trim());
            keys.add(new SecretKeySpec(bytes, "HmacSHA256"));
        }
        if (keys.isEmpty()) throw new IllegalArgumentException("there is no secret");
    }

    /**
     * Whether the request is the gateway's, and of now.
     *
     * @param headers gives the value of a header: `request::getHeader`, or `exchange.getRequestHeaders()::getFirst`
     * @param body the bytes as they came
     */
    public boolean isSigned(UnaryOperator<String> headers, byte[] body) {
        return isSigned(headers.apply("webhook-id"), headers.apply("webhook-timestamp"),
            headers.apply("webhook-signature"), body);
    }

    /**
     * Whether the request is the gateway's, and of now. Headers that are missing are null.
     *
     * @param body the bytes as they came
     */
    public boolean isSigned(String id, String timestamp, String signatures, byte[] body) {
        if (id == null || timestamp == null || signatures == null || !timestamp.matches("[0-9]{1,12}")) return false;
        if (Math.abs(clock.getAsLong() / 1000 - Long.parseLong(timestamp)) > MOST_SECONDS) return false;
        boolean isSigned = false;
        for (SecretKeySpec key : keys) {
            byte[] wanted = ("v1," + signature(key, id, timestamp, body)).getBytes(StandardCharsets.US_ASCII);
            for (String signature : signatures.split(" ")) {
                // In a time that tells nothing of how much is right.
                isSigned |= MessageDigest.isEqual(wanted, signature.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return isSigned;
    }

    private static String signature(SecretKeySpec key, String id, String timestamp, byte[] body) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            mac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(mac.doFinal(body));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("every Java has HmacSHA256", missing);
        }
    }
}
