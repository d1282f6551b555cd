package com.example.chat

import android.app.Activity
import android.os.Bundle
import android.widget.Button
import android.widget.EditText
import android.widget.LinearLayout
import android.widget.TextView
import im.martlet.Client
import im.martlet.MartletException
import im.martlet.State
import im.martlet.Subscription
import im.martlet.TokenProvider
import im.martlet.json.Json
import im.martlet.kotlin.await
import im.martlet.kotlin.sendAndWait
import java.util.TreeMap
import java.util.concurrent.CompletableFuture
import kotlinx.coroutines.CoroutineScope
import kotlinx.coroutines.Dispatchers
import kotlinx.coroutines.Job
import kotlinx.coroutines.launch

/** The activity of ChatActivity.java in Kotlin, with coroutines: take one of the two. */
class ChatActivity : Activity() {
    private val job = Job()
    private val scope = CoroutineScope(Dispatchers.Main + job)

    /** By their `seq`: a page and an event may have the same one. */
    private val messages = TreeMap<Long, String>()
    private var subscriptions = listOf<Subscription>()
    private lateinit var client: Client
    private lateinit var conversation: String
    private lateinit var list: TextView

    override fun onCreate(saved: Bundle?) {
        super.onCreate(saved)
        val token = intent.getStringExtra("token")
        conversation = "c2c_" + intent.getStringExtra("peer")
        client = (application as ChatApplication).signIn(
            intent.getStringExtra("url"), intent.getStringExtra("user"),
            TokenProvider { CompletableFuture.completedFuture(token) })
        showViews()
        subscriptions = listOf(
            client.onState(::stateChanged), client.on("message.new", ::take), client.on("message.sent", ::take))
        stateChanged(client.state())
    }

    override fun onDestroy() {
        job.cancel()
        subscriptions.forEach { it.end() }
        super.onDestroy()
    }

    private fun showViews() {
        list = TextView(this)
        val field = EditText(this)
        val send = Button(this).apply {
            text = "Send"
            setOnClickListener {
                send(field.text.toString())
                field.setText("")
            }
        }
        val signOut = Button(this).apply {
            text = "Sign out"
            setOnClickListener {
                (application as ChatApplication).signOut()
                finish()
            }
        }
        val all = LinearLayout(this).apply { orientation = LinearLayout.VERTICAL }
        listOf(list, field, send, signOut).forEach { all.addView(it) }
        setContentView(all)
    }

    private fun send(text: String) {
        scope.launch {
            try {
                client.sendAndWait(conversation, text)
            } catch (refused: MartletException) {
                // It stays in the outbox, with its error.
                refresh()
            }
        }
        scope.launch {
            // Calls are answered in their order, so the outbox has the message by then.
            client.conversations().await()
            refresh()
        }
    }

    private fun stateChanged(state: State) {
        refresh()
        if (state.name != State.Name.OPEN) return
        scope.launch {
            try {
                client.history(conversation, Json.`object`().build()).await().list("messages").forEach(::put)
                refresh()
            } catch (lost: MartletException) {
                // The next session reads it.
                list.text = "${list.text}\n${lost.message}"
            }
        }
    }

    private fun take(message: Json) {
        if (message.string("conversationID") != conversation) return
        put(message)
        refresh()
    }

    private fun put(message: Json) {
        val text = message.at("body").string("text", "(no text)")
        messages[message.integer("seq")] = "${message.string("from")}: $text"
    }

    private fun refresh() {
        val unsent = client.outbox().filter { it.conversationID == conversation }.map {
            (if (it.isWaiting) "… " else "✗ ") + it.message.at("body").string("text")
        }
        list.text = (messages.values + unsent).joinToString("") { "$it\n" }
    }
}
