package im.martlet.jvm;

import static im.martlet.Tests.equal;
import static im.martlet.Tests.fails;

import im.martlet.Tests;
import im.martlet.json.Json;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;

/** Signatures for and of backends. */
public final class BackendTest {
    /** The example of the specification of Standard Webhooks. */
    private static final String SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
    private static final String ID = "msg_p5jXN8AQM9LWM0D4loKWxJek";
    private static final String SIGNATURE = "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=";
    private static final byte[] BODY = "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8);
    private static final long TIME = 1_614_265_330;

    private BackendTest() {}

    public static void addTo(Tests tests) {
        tests.add("a request that the gateway has signed is known by any secret and any signature of several", () -> {
            equal(isSigned(SECRET, ID, TIME, SIGNATURE, BODY, 0), true);
            equal(isSigned(SECRET, ID, TIME, "v1,abc " + SIGNATURE + " v2,abc", BODY, 299), true);
            WebhookVerifier both = new WebhookVerifier(Arrays.asList("whsec_AAAA", SECRET), () -> TIME * 1000);
            equal(both.isSigned(ID, "" + TIME, SIGNATURE, BODY), true);
            Map<String, String> headers = new HashMap<>();
            headers.put("webhook-id", ID);
            headers.put("webhook-timestamp", "" + TIME);
            headers.put("webhook-signature", SIGNATURE);
            equal(both.isSigned(headers::get, BODY), true);
            headers.remove("webhook-id");
            equal(both.isSigned(headers::get, BODY), false);
        });
        tests.add("a request that is another's, changed, old or without a header is refused", () -> {
            equal(isSigned("whsec_AAAA", ID, TIME, SIGNATURE, BODY, 0), false);
            equal(isSigned(SECRET, ID + "x", TIME, SIGNATURE, BODY, 0), false);
            equal(isSigned(SECRET, ID, TIME + 1, SIGNATURE, BODY, 0), false);
            equal(isSigned(SECRET, ID, TIME, SIGNATURE, new byte[0], 0), false);
            equal(isSigned(SECRET, ID, TIME, SIGNATURE.substring(3), BODY, 0), false);
            equal(isSigned(SECRET, ID, TIME, SIGNATURE, BODY, 301), false);
            equal(isSigned(SECRET, ID, TIME, SIGNATURE, BODY, -301), false);
            WebhookVerifier verifier = new WebhookVerifier(Collections.singletonList(SECRET), () -> TIME * 1000);
            equal(verifier.isSigned(null, "" + TIME, SIGNATURE, BODY), false);
            equal(verifier.isSigned(ID, "now", SIGNATURE, BODY), false);
            equal(verifier.isSigned(ID, "" + TIME, null, BODY), false);
            fails(IllegalArgumentException.class, () -> new WebhookVerifier(Collections.singletonList("secret")));
        });
        tests.add("answers to hooks have the form of docs/hooks.md", () -> {
            equal(HookAnswer.allow().toString(), "{\"action\":\"allow\"}");
            String refusal = "{\"action\":\"refuse\",\"code\":4711,\"message\":\"no\"}";
            equal(HookAnswer.refuse(4711, "no").toString(), refusal);
            Json data = Json.object().put("type", 0).build();
            equal(HookAnswer.replace(data).toString(), "{\"action\":\"replace\",\"data\":{\"type\":0}}");
            fails(IllegalArgumentException.class, () -> HookAnswer.refuse(-1, "no"));
        });
        tests.add("a token by HS256 has the claims and the signature of another implementation", () -> {
            String secret = Base64.getUrlEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes("UTF-8"));
            TokenSigner signer = TokenSigner.hs256(secret, "k1").clock(() -> 1_795_000_000_000L);
            equal(signer.token("alice", 3600), "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCIsImtpZCI6ImsxIn0."
                + "eyJzdWIiOiJhbGljZSIsImlhdCI6MTc5NTAwMDAwMCwiZXhwIjoxNzk1MDAzNjAwfQ."
                + "URf7ZAJ0a30rdpU0SYLpgTiNgnpAUw2cKZ9sxt9-adw");
            fails(IllegalArgumentException.class, () -> TokenSigner.hs256("c2hvcnQ", null));
        });
        tests.add("tokens by ES256 are signed in the form of RFC 7518", () -> {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            KeyPair pair = generator.generateKeyPair();
            TokenSigner signer = TokenSigner.es256(pair.getPrivate(), null);
            // Often enough that one of the numbers is short.
            for (int number = 0; number < 300; number++) {
                Json claims = Json.object().put("aud", "chat").build();
                String[] parts = signer.token("user " + number, 60, claims).split("\\.");
                byte[] signature = Base64.getUrlDecoder().decode(parts[2]);
                equal(signature.length, 64);
                Signature verifier = Signature.getInstance("SHA256withECDSA");
                verifier.initVerify(pair.getPublic());
                verifier.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
                equal(verifier.verify(der(signature)), true);
            }
        });
    }

    private static boolean isSigned(
            String secret, String id, long timestamp, String signatures, byte[] body, long secondsLater) {
        long now = (timestamp + secondsLater) * 1000;
        WebhookVerifier verifier = new WebhookVerifier(Collections.singletonList(secret), () -> now);
        return verifier.isSigned(id, "" + timestamp, signatures, body);
    }

    private static byte[] der(byte[] signature) {
        byte[] one = new BigInteger(1, Arrays.copyOfRange(signature, 0, 32)).toByteArray();
        byte[] other = new BigInteger(1, Arrays.copyOfRange(signature, 32, 64)).toByteArray();
        byte[] der = new byte[6 + one.length + other.length];
        der[0] = 0x30;
        der[1] = (byte) (4 + one.length + other.length);
        der[2] = 2;
        der[3] = (byte) one.length;
        System.arraycopy(one, 0, der, 4, one.length);
        der[4 + one.length] = 2;
        der[5 + one.length] = (byte) other.length;
        System.arraycopy(other, 0, der, 6 + one.length, other.length);
        return der;
    }
}
