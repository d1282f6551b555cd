package im.martlet.android;

import static im.martlet.Tests.equal;

import android.app.Activity;
import android.app.Application;
import android.app.Phone;
import android.content.Intent;
import im.martlet.Client;
import im.martlet.State;
import im.martlet.Tests;
import im.martlet.transport.Transport;
import java.io.File;
import java.nio.file.Files;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A client goes with its application, on a phone of stubs. */
public final class DeviceEventsTest {
    private static final Transport NOWHERE = (url, listener) -> {
        throw new IllegalArgumentException("no transport");
    };

    private final Phone phone;
    private final Application application = new Application();

    private DeviceEventsTest() throws Exception {
        File folder = Files.createTempDirectory("martlet-android").toFile();
        phone = new Phone(folder, "d1");
        phone.install(application);
    }

    public static void addTo(Tests tests) {
        tests.add("a client leaves with the last activity, and comes back with the next one", () -> {
            new DeviceEventsTest().follows();
        });
        tests.add("a client stays while a phone is turned, and while another activity lies over the first", () -> {
            new DeviceEventsTest().stays();
        });
        tests.add("a session that has ended is not begun again by an activity", () -> {
            new DeviceEventsTest().endsForGood();
        });
        tests.add("another network ends the waiting", () -> new DeviceEventsTest().wakes());
    }

    private void follows() throws Exception {
        Client client = builder().token(isRefused -> new CompletableFuture<>()).build();
        DeviceEvents events = new DeviceEvents(application, client);
        Activity first = new Activity();
        Activity second = new Activity();
        phone.start(first, new Intent());
        await(client, State.Name.CONNECTING);
        phone.start(second, new Intent());
        phone.hide(first);
        equal(settled(client), State.Name.CONNECTING);
        phone.hide(second);
        equal(settled(client), State.Name.STOPPED);
        phone.show(second);
        await(client, State.Name.CONNECTING);
        events.close();
        phone.end(second);
        equal(settled(client), State.Name.CONNECTING);
        client.close().get(30, TimeUnit.SECONDS);
    }

    private void stays() throws Exception {
        Client client = builder().token(isRefused -> new CompletableFuture<>()).build();
        Activity first = new Activity();
        // Before there is a client.
        phone.start(first, new Intent());
        DeviceEvents events = new DeviceEvents(application, client);
        client.connect();
        await(client, State.Name.CONNECTING);
        phone.cover(first, new Activity());
        equal(settled(client), State.Name.CONNECTING);
        Activity turned = new Activity();
        phone.turn(first, turned);
        equal(settled(client), State.Name.CONNECTING);
        phone.end(turned);
        equal(settled(client), State.Name.STOPPED);
        events.close();
        client.close().get(30, TimeUnit.SECONDS);
    }

    private void endsForGood() throws Exception {
        Client client = builder().token(isRefused -> CompletableFuture.completedFuture("token")).transport(NOWHERE)
            .build();
        DeviceEvents events = new DeviceEvents(application, client);
        Activity activity = new Activity();
        phone.start(activity, new Intent());
        await(client, State.Name.ENDED);
        phone.hide(activity);
        phone.show(activity);
        equal(settled(client), State.Name.ENDED);
        events.close();
        client.close().get(30, TimeUnit.SECONDS);
    }

    private void wakes() throws Exception {
        CompletableFuture<String> none = new CompletableFuture<>();
        none.completeExceptionally(new IllegalStateException("no token, by a test"));
        Client client = builder().token(isRefused -> none).build();
        DeviceEvents events = new DeviceEvents(application, client);
        phone.start(new Activity(), new Intent());
        State waiting = client.state();
        for (; waiting.retryAt - System.currentTimeMillis() < 1500; waiting = client.state()) Thread.sleep(5);
        phone.changeNetwork();
        settled(client);
        equal(client.state().retryAt < waiting.retryAt, true);
        events.close();
        client.close().get(30, TimeUnit.SECONDS);
    }

    private Client.Builder builder() {
        return AndroidClient.builder(application, "ws://gateway/v1/ws", "alice");
    }

    private static void await(Client client, State.Name state) throws Exception {
        for (int turn = 0; client.state().name != state && turn < 6000; turn++) Thread.sleep(5);
        equal(client.state().name, state);
    }

    /** The state after all that was asked for before. */
    private static State.Name settled(Client client) throws Exception {
        client.conversations().get(30, TimeUnit.SECONDS);
        return client.state().name;
    }
}
