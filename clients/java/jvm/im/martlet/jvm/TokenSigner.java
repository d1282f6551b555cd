package im.martlet.jvm;

import im.martlet.json.Json;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.LongSupplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs the tokens of users, for a backend: docs/protocol.md#tokens. */
public final class TokenSigner {
    private interface Algorithm {
        byte[] sign(byte[] text) throws GeneralSecurityException;
    }

    private static final Base64.Encoder ENCODER = Base64.getUrlEncoder().withoutPadding();

    private final String name;
    private final String kid;
    private final Algorithm algorithm;
    private final LongSupplier clock;

    private TokenSigner(String name, String kid, Algorithm algorithm, LongSupplier clock) {
        this.name = name;
        this.kid = kid;
        this.algorithm = algorithm;
        this.clock = clock;
    }

    /**
     * By a key of the gateway's key file.
     *
     * @param secret as it stands there, in base64url
     * @param kid the key's name; null if it has none
     */
    public static TokenSigner hs256(String secret, String kid) {
        byte[] bytes = Base64.getUrlDecoder().decode(secret);
        if (bytes.length < 32) throw new IllegalArgumentException("a secret of HS256 has 32 bytes or more");
        SecretKeySpec key = new SecretKeySpec(bytes, "HmacSHA256");
        return new TokenSigner("HS256", kid, text -> {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(key);
            return mac.doFinal(text);
        }, System::currentTimeMillis);
    }

    /** By the private key of the curve P-256 whose public key the gateway has. */
    public static TokenSigner es256(PrivateKey key, String kid) {
        if (!key.getAlgorithm().equals("EC")) throw new IllegalArgumentException("ES256 has a key of the curve P-256");
        return new TokenSigner("ES256", kid, text -> {
            Signature signature = Signature.getInstance("SHA256withECDSA");
            signature.initSign(key);
            signature.update(text);
            return joined(signature.sign());
        }, System::currentTimeMillis);
    }

    /** The same signer by another clock, in milliseconds. */
    public TokenSigner clock(LongSupplier clock) {
        return new TokenSigner(name, kid, algorithm, clock);
    }

    public String token(String user, long seconds) {
        return token(user, seconds, Json.object().build());
    }

    /** @param claims further ones, such as `channels` or `aud` */
    public String token(String user, long seconds, Json claims) {
        long now = clock.getAsLong() / 1000;
        Json head = Json.object().put("alg", name).put("typ", "JWT").put("kid", kid).build();
        Json.Builder all = Json.object().putAll(claims);
        all.put("sub", user).put("iat", now).put("exp", now + seconds);
        String text = encoded(head) + "." + encoded(all.build());
        try {
            return text + "." + ENCODER.encodeToString(algorithm.sign(text.getBytes(StandardCharsets.US_ASCII)));
        } catch (GeneralSecurityException error) {
            throw new IllegalStateException("a token could not be signed by " + name, error);
        }
    }

    private static String encoded(Json part) {
        return ENCODER.encodeToString(part.toString().getBytes(StandardCharsets.UTF_8));
    }

    /** The two numbers of a signature in 32 bytes each, as RFC 7518 has it, from the DER that Java makes. */
    private static byte[] joined(byte[] der) {
        byte[] joined = new byte[64];
        int at = 2;
        for (int end = 32; end <= 64; end += 32) {
            int length = der[at + 1];
            byte[] number = Arrays.copyOfRange(der, at + 2, at + 2 + length);
            int count = Math.min(32, length);
            System.arraycopy(number, length - count, joined, end - count, count);
            at += 2 + length;
        }
        return joined;
    }
}
