package im.martlet;

import im.martlet.json.Json;
import im.martlet.json.JsonException;
import im.martlet.transport.Transport;
import java.util.Collections;

/**
 * Keeps one session open: connects, opens the session, finds out when the connection is dead, and comes back as the
 * close code wants it.
 */
final class Link {
    /** Hears of the link in the engine's turns. */
    interface Owner {
        void state(State state);

        /** A session is open. `named` is what was named in its resume; null: nothing. */
        void login(Json reply, Json named);

        void event(Event event);

        /** What this device has, for `resume`; null if nothing. */
        Json named();
    }

    /** The id of `session.open`; other requests count from 1. */
    private static final long OPEN = 0;
    /** How long a connection may take until its session is open. */
    private static final long CONNECT_PATIENCE = 15_000;
    /** How far the client stays below the gateway's rate: the user's other devices share it. */
    private static final double SHARE_OF_RATE = 0.8;
    private static final Json USUAL_RATE = Json.object().put("perSecond", 50).put("burst", 100).build();
    private static final int LOST = 1006;

    private final Loop loop;
    private final Settings settings;
    private final Owner owner;
    private final Requests requests;
    private final Tokens tokens;
    private Reconnection reconnection;
    private State state = State.STOPPED;
    /** Counts starts and stops, so that what an earlier run still waits for has no effect. */
    private int run;
    private Socket socket;
    private Liveness liveness;
    private TokenRefresh refresh;
    private Object timer;

    Link(Loop loop, Settings settings, Owner owner) {
        this.loop = loop;
        this.settings = settings;
        this.owner = owner;
        requests = new Requests(loop);
        tokens = new Tokens(loop, settings.executor, settings.token);
        reconnection = new Reconnection(loop);
    }

    State state() {
        return state;
    }

    /** Connects, and stays connected. A second call does nothing. */
    void start() {
        if (!isOver()) return;
        run++;
        reconnection = new Reconnection(loop);
        connect();
    }

    /** Ends the session. Calls that wait for a reply fail. */
    void stop() {
        if (!state.is(State.Name.STOPPED)) end(State.STOPPED, "the application has stopped the client");
    }

    /** The device wakes, or the network is back. */
    void wake() {
        boolean isLong = state.is(State.Name.WAITING) && state.retryAt - loop.now() > 1000;
        if (isLong && (reconnection.drainDelay == null || reconnection.drainDelay == 0)) {
            await((long) (loop.random() * 1000), state.reason);
        }
        if (liveness != null) liveness.wake();
    }

    Promise<Json> request(String op, Json data, RequestOptions options) {
        if (isOver()) return Promise.rejected(loop, new MartletException("stopped", "the client is not started"));
        return requests.request(op, data, options);
    }

    private boolean isOver() {
        return state.is(State.Name.STOPPED) || state.is(State.Name.ENDED);
    }

    private void connect() {
        int ofRun = run;
        become(State.CONNECTING);
        reconnection.begin();
        tokens.get(reconnection.refusals > 0).then((token, error) -> {
            if (ofRun != run) return;
            if (error != null) await(reconnection.afterFailure(), error);
            else connect(token);
        });
    }

    private void connect(String token) {
        Json named = owner.named();
        Socket connecting = new Socket(token, named);
        try {
            connecting.connection = settings.transport.connect(settings.url, connecting);
        } catch (IllegalArgumentException error) {
            end(State.ended(MartletException.of(error), null), String.valueOf(error));
            return;
        }
        socket = connecting;
        timer = loop.after(CONNECT_PATIENCE, () -> lose(connecting, LOST, "no session in time"));
    }

    /** One connection. What comes of it after it was dropped is nothing. */
    private final class Socket implements Transport.Listener {
        final String token;
        final Json named;
        Transport.Connection connection;

        Socket(String token, Json named) {
            this.token = token;
            this.named = named;
        }

        @Override
        public void opened() {
            post(() -> {
                Json data = Json.object().put("token", token).put("device", settings.device)
                    .put("platform", settings.platform).put("user", settings.user).put("lean", true)
                    .put("resume", named).build();
                Json open = Json.object().put("id", OPEN).put("op", "session.open").put("data", data).build();
                connection.send(open.toString());
            });
        }

        @Override
        public void text(String text) {
            post(() -> {
                try {
                    Json message = Json.parse(text);
                    // Anything else throws.
                    message.asMap();
                    receive(this, message);
                } catch (JsonException error) {
                    // The next connection may be to a gateway that is well.
                    lose(this, LOST, "a message could not be read: " + error.getMessage());
                }
            });
        }

        @Override
        public void closed(int code, String reason) {
            post(() -> lose(this, code, reason));
        }

        private void post(Runnable action) {
            loop.post(() -> {
                if (socket == this) action.run();
            });
        }
    }

    private void receive(Socket from, Json message) {
        if (liveness != null) liveness.heard();
        if (message.has("event")) take(Event.of(message, null));
        else if (message.integer("id", -1) != OPEN) requests.receive(message);
        else if (message.has("error")) refused(MartletException.of(message.at("error")));
        else if (!state.is(State.Name.OPEN)) open(from, message.at("ok"));
    }

    private void open(Socket from, Json reply) {
        loop.cancel(timer);
        reconnection.opened();
        long interval = reply.at("heartbeat").integer("intervalMilliseconds");
        Runnable dead = () -> lose(from, LOST, "the connection is dead");
        Liveness watch = new Liveness(loop, interval, requests, this::probe, dead);
        liveness = watch;
        refresh = new TokenRefresh(loop, () -> refreshToken(from));
        Json limits = reply.has("limits") ? reply.at("limits") : Json.object().build();
        Json rate = limits.has("requests") ? limits.at("requests") : USUAL_RATE;
        double perSecond = Math.max(1, rate.at("perSecond").asDouble() * SHARE_OF_RATE);
        double burst = Math.max(1, Math.floor(rate.at("burst").asDouble() * SHARE_OF_RATE));
        requests.open(text -> {
            from.connection.send(text);
            watch.asked();
        }, new Budget(perSecond, burst, loop.now()), limits);
        become(State.open(reply.string("session"), reply.integer("serverTime") - loop.now()));
        owner.login(reply, from.named);
    }

    /** Any answer is a sign of life. */
    private void probe() {
        requests.request("session.list", Json.object().build(), RequestOptions.READ.urgent());
    }

    /** The gateway has refused `session.open`. */
    private void refused(MartletException error) {
        drop();
        Long delay = reconnection.afterRefusal(error);
        if (delay == null) end(State.ended(error, null), error.getMessage());
        else await(delay, error);
    }

    private void take(Event event) {
        reconnection.heard(event);
        if (event.name.equals("session.expiring") && refresh != null) {
            refresh.due(event.data.integer("expiresAt") * 1000 - state.clockOffset);
        }
        owner.event(event);
    }

    /** A token that came too late for its session is not sent: the next session asks anew. */
    private Promise<?> refreshToken(Socket of) {
        Promise<Json> refreshed = new Promise<>(loop);
        tokens.get(false).then(token -> {
            if (of != socket) {
                refreshed.resolve(null);
                return;
            }
            Json data = Json.object().put("token", token).build();
            requests.request("session.refresh", data, RequestOptions.USUAL.urgent()).then(refreshed::settle);
        }, refreshed::reject);
        return refreshed;
    }

    /** The connection has ended, or is taken as ended. */
    private void lose(Socket lost, int code, String reason) {
        if (lost != socket) return;
        drop();
        Json kick = reconnection.kick;
        String name = kick == null ? Closing.nameOf(code) : kick.string("reason", "closed");
        MartletException error = new MartletException("close", code, name, reason, Collections.emptyList());
        Long delay = reconnection.afterClose(code);
        if (delay == null) end(State.ended(error, kick), "the session was ended: " + name);
        else await(delay, error);
    }

    private void await(long milliseconds, MartletException reason) {
        int ofRun = run;
        loop.cancel(timer);
        become(State.waiting(loop.now() + milliseconds, reason));
        timer = loop.after(milliseconds, () -> {
            if (ofRun == run) connect();
        });
    }

    /** @param message for the calls that wait */
    private void end(State last, String message) {
        run++;
        if (socket != null) drop();
        loop.cancel(timer);
        requests.stop(new MartletException("stopped", message));
        become(last);
    }

    private void drop() {
        Socket dropped = socket;
        socket = null;
        if (liveness != null) liveness.stop();
        liveness = null;
        if (refresh != null) refresh.stop();
        refresh = null;
        loop.cancel(timer);
        requests.close();
        dropped.connection.close(1000);
    }

    private void become(State next) {
        state = next;
        owner.state(next);
    }
}
