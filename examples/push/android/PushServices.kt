package com.example.chat

import android.app.NotificationChannel
import android.app.NotificationManager
import android.app.PendingIntent
import android.content.Context
import android.content.Intent
import android.util.Log
import androidx.core.app.NotificationCompat
import androidx.core.app.NotificationManagerCompat
import com.google.firebase.messaging.FirebaseMessagingService
import com.google.firebase.messaging.RemoteMessage
import com.huawei.hms.push.HmsMessageService
import java.io.IOException
import java.net.HttpURLConnection
import java.net.URL
import org.json.JSONObject

/** While the app is in the background, the system shows the push by itself; in the foreground, it comes here. */
class GooglePushService : FirebaseMessagingService() {
    override fun onNewToken(token: String) = PushRegistration.register("fcm", token)

    override fun onMessageReceived(push: RemoteMessage) {
        push.notification?.let { PushNotifications.show(this, it.tag, it.title, it.body.orEmpty(), push.data) }
        push.data["ticket"]?.let(PushNotifications::report)
    }
}

/** Huawei's process shows the push; only tokens come here. */
class HuaweiPushService : HmsMessageService() {
    override fun onNewToken(token: String?) {
        PushRegistration.register("huawei", token.orEmpty())
    }
}

object PushNotifications {
    /** The channel that `classes` of the gateway's settings, or `apnsPayload`, names. */
    private const val CHANNEL = "chat"

    fun prepare(context: Context) {
        val channel = NotificationChannel(CHANNEL, "Messages", NotificationManager.IMPORTANCE_HIGH)
        context.getSystemService(NotificationManager::class.java).createNotificationChannel(channel)
    }

    /** Of two pushes with the same tag the later one is shown: a recalled message loses its text so. */
    fun show(context: Context, tag: String?, title: String?, text: String, data: Map<String, String>) {
        val manager = NotificationManagerCompat.from(context)
        if (!manager.areNotificationsEnabled()) return
        val intent = Intent(context, MainActivity::class.java).putExtra("conversation", data["conversation"])
        val code = data["message"].hashCode()
        val tap = PendingIntent.getActivity(context, code, intent, PendingIntent.FLAG_IMMUTABLE)
        val isReplacement = listOf("recalled", "expired", "edited").any { data[it] == "true" }
        val notification = NotificationCompat.Builder(context, CHANNEL)
            .setSmallIcon(R.drawable.ic_message)
            .setContentTitle(title)
            .setContentText(text)
            .setGroup(data["conversation"])
            .setNumber(data["badge"]?.toIntOrNull() ?: 0)
            .setOnlyAlertOnce(isReplacement)
            .setContentIntent(tap)
            .setAutoCancel(true)
            .build()
        manager.notify(tag, 0, notification)
    }

    /** Tells the gateway that the push was delivered. A receipt needs no session. The call blocks. */
    fun report(ticket: String) = try {
        val connection = URL("https://chat.example.com/v1/push/receipts").openConnection() as HttpURLConnection
        connection.connectTimeout = 5_000
        connection.readTimeout = 5_000
        connection.doOutput = true
        connection.setRequestProperty("Content-Type", "application/json")
        val receipt = JSONObject().put("ticket", ticket).put("event", "delivered")
        connection.outputStream.use { it.write(receipt.toString().toByteArray()) }
        Log.d("PushNotifications", "the receipt was answered with ${connection.responseCode}")
    } catch (error: IOException) {
        Log.w("PushNotifications", "no receipt", error)
    }
}
