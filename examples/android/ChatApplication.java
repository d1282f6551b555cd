package com.example.chat;

import android.app.Application;
import im.martlet.Client;
import im.martlet.RequestOptions;
import im.martlet.TokenProvider;
import im.martlet.android.AndroidClient;
import im.martlet.android.DeviceEvents;

/** Has the client of the user who is signed in. All functions are called on the main thread. */
public class ChatApplication extends Application {
    private Client client;
    private DeviceEvents events;

    /** Also where the user is signed in already: an activity that is made anew gets the same client. */
    public Client signIn(String url, String user, TokenProvider tokens) {
        if (client != null) return client;
        client = AndroidClient.builder(this, url, user).token(tokens).build();
        events = new DeviceEvents(this, client);
        client.connect();
        return client;
    }

    /** Ends pushes to this phone, where it has a connection, and removes what is kept of the user. */
    public void signOut() {
        Client last = client;
        client = null;
        events.close();
        last.push().with(RequestOptions.USUAL.timeout(3000)).unregister()
            .whenComplete((done, error) -> last.signOut().whenComplete((gone, failure) -> last.close()));
    }
}
