package im.martlet.kotlin

import im.martlet.Client
import im.martlet.MartletException
import im.martlet.State
import im.martlet.json.Json
import java.util.concurrent.CompletableFuture
import java.util.concurrent.CompletionException
import java.util.concurrent.CompletionStage
import kotlin.coroutines.resume
import kotlin.coroutines.resumeWithException
import kotlin.coroutines.suspendCoroutine

/**
 * Waits for what an operation brings: `client.friend().add("bob").await()`. A failure is a [MartletException]. The
 * coroutine goes on where its dispatcher has it, or in the client's callbacks. One that is cancelled waits on.
 */
suspend fun <Value> CompletionStage<Value>.await(): Value = suspendCoroutine { continuation ->
    whenComplete { value, error ->
        if (error == null) continuation.resume(value)
        else continuation.resumeWithException((error as? CompletionException)?.cause ?: error)
    }
}

/** Sends a text, and waits for the message as the gateway has stored it, however long that takes. */
suspend fun Client.sendAndWait(conversationID: String, text: String): Json = send(conversationID, text).stored.await()

/** Waits until the client is in one of these states, and gives it. */
suspend fun Client.awaitState(vararg names: State.Name): State {
    val reached = CompletableFuture<State>()
    val subscription = onState { if (it.name in names) reached.complete(it) }
    try {
        val now = state()
        if (now.name in names) reached.complete(now)
        return reached.await()
    } finally {
        subscription.end()
    }
}
