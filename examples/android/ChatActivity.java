package com.example.chat;

import android.app.Activity;
import android.os.Bundle;
import android.widget.Button;
import android.widget.EditText;
import android.widget.LinearLayout;
import android.widget.TextView;
import im.martlet.Client;
import im.martlet.OutboxEntry;
import im.martlet.State;
import im.martlet.Subscription;
import im.martlet.json.Json;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;

/** A chat of two: messages, those on their way with an ellipsis, and a field. docs/android.md says how it starts. */
public class ChatActivity extends Activity {
    /** By their `seq`: a page and an event may have the same one. */
    private final TreeMap<Long, String> messages = new TreeMap<>();
    private List<Subscription> subscriptions;
    private Client client;
    private String conversation;
    private TextView list;

    @Override
    protected void onCreate(Bundle saved) {
        super.onCreate(saved);
        String token = getIntent().getStringExtra("token");
        conversation = "c2c_" + getIntent().getStringExtra("peer");
        client = ((ChatApplication) getApplication()).signIn(getIntent().getStringExtra("url"),
            getIntent().getStringExtra("user"), isRefused -> CompletableFuture.completedFuture(token));
        showViews();
        subscriptions = Arrays.asList(client.onState(this::stateChanged), client.on("message.new", this::take),
            client.on("message.sent", this::take));
        stateChanged(client.state());
    }

    @Override
    protected void onDestroy() {
        for (Subscription subscription : subscriptions) subscription.end();
        super.onDestroy();
    }

    private void showViews() {
        list = new TextView(this);
        EditText field = new EditText(this);
        Button send = new Button(this);
        send.setText("Send");
        send.setOnClickListener(view -> {
            send(field.getText().toString());
            field.setText("");
        });
        Button signOut = new Button(this);
        signOut.setText("Sign out");
        signOut.setOnClickListener(view -> {
            ((ChatApplication) getApplication()).signOut();
            finish();
        });
        LinearLayout all = new LinearLayout(this);
        all.setOrientation(LinearLayout.VERTICAL);
        for (TextView view : Arrays.asList(list, field, send, signOut)) all.addView(view);
        setContentView(all);
    }

    private void send(String text) {
        // One that is refused stays in the outbox, with its error.
        client.send(conversation, text).stored.whenComplete((message, error) -> refresh());
        // Calls are answered in their order, so the outbox has the message by then.
        client.conversations().thenRun(this::refresh);
    }

    private void stateChanged(State state) {
        refresh();
        if (state.name != State.Name.OPEN) return;
        client.history(conversation, Json.object().build()).thenAccept(page -> {
            for (Json message : page.list("messages")) put(message);
            refresh();
        });
    }

    private void take(Json message) {
        if (!message.string("conversationID").equals(conversation)) return;
        put(message);
        refresh();
    }

    private void put(Json message) {
        String text = message.at("body").string("text", "(no text)");
        messages.put(message.integer("seq"), message.string("from") + ": " + text);
    }

    private void refresh() {
        StringBuilder text = new StringBuilder();
        for (String message : messages.values()) text.append(message).append('\n');
        for (OutboxEntry entry : client.outbox()) {
            if (!entry.conversationID.equals(conversation)) continue;
            text.append(entry.isWaiting() ? "… " : "✗ ").append(entry.message.at("body").string("text")).append('\n');
        }
        list.setText(text);
    }
}
