import im.martlet.Client
import im.martlet.MartletException
import im.martlet.State
import im.martlet.json.Json
import im.martlet.kotlin.await
import im.martlet.kotlin.awaitState
import im.martlet.kotlin.sendAndWait
import java.util.concurrent.CompletableFuture
import java.util.concurrent.TimeUnit
import kotlin.coroutines.Continuation
import kotlin.coroutines.EmptyCoroutineContext
import kotlin.coroutines.startCoroutine

/** Coroutines with a real gateway: kotlin.mjs runs this, with its URL and the tokens of alice and bob. */
fun main(arguments: Array<String>) {
    val done = CompletableFuture<Unit>()
    suspend { talk(arguments[0], arguments[1], arguments[2]) }.startCoroutine(
        Continuation(EmptyCoroutineContext) { result ->
            result.fold({ done.complete(it) }, { done.completeExceptionally(it) })
        })
    done.get(60, TimeUnit.SECONDS)
}

private fun client(url: String, user: String, token: String): Client =
    Client.builder(url, user, "kotlin").token { CompletableFuture.completedFuture(token) }.build()

private suspend fun talk(url: String, ofAlice: String, ofBob: String) {
    val alice = client(url, "alice", ofAlice)
    val bob = client(url, "bob", ofBob)
    alice.connect().await()
    bob.connect().await()
    alice.awaitState(State.Name.OPEN)
    val heard = CompletableFuture<Json>()
    bob.on("message.new") { heard.complete(it) }
    bob.awaitState(State.Name.OPEN, State.Name.ENDED)
    val stored = alice.sendAndWait("c2c_bob", "Hello")
    check(heard.await().string("msgId") == stored.string("msgId"))
    check(bob.conversation().list().await().conversations.single().conversationID == "c2c_alice")
    try {
        alice.group().get("no-such-group").await()
        error("it does not fail")
    } catch (refused: MartletException) {
        check(refused.`is`("em", 605)) { refused.toString() }
    }
    alice.disconnect()
    check(alice.awaitState(State.Name.STOPPED).name == State.Name.STOPPED)
    alice.close().await()
    bob.close().await()
}
