package com.example.chat

import android.content.Context
import android.os.Build
import android.util.Log
import com.google.firebase.messaging.FirebaseMessaging
import com.huawei.agconnect.AGConnectOptionsBuilder
import com.huawei.hms.aaid.HmsInstanceId
import java.util.Locale
import java.util.concurrent.Executors
import org.json.JSONObject

/** An open session at the gateway: sends a request over the WebSocket. */
fun interface MartletSession {
    fun request(op: String, data: JSONObject)
}

/** Tells the gateway how this phone is reached. Call [start] whenever a session has opened. */
object PushRegistration {
    private const val TAG = "PushRegistration"
    private val executor = Executors.newSingleThreadExecutor()

    /** Null: there is no session now. A token that comes meanwhile is asked for again by the next [start]. */
    @Volatile
    private var session: MartletSession? = null

    /** The most that a push may show here: `full`, `sender` or `none`, by the user's choice. */
    @Volatile
    var preview = "full"

    fun start(context: Context, session: MartletSession) {
        this.session = session
        when (Build.MANUFACTURER.lowercase(Locale.ROOT)) {
            // Phones sold outside China may have Google's services, too; theirs are better there.
            "huawei" -> askHuawei(context.applicationContext)
            // Other makers go here: honor, xiaomi, oppo (oneplus, realme), vivo, meizu. README.md has their calls.
            else -> askGoogle()
        }
    }

    fun sessionEnded() {
        session = null
    }

    /** Also from the services that are told of new tokens. */
    fun register(provider: String, token: String) {
        if (token.isEmpty()) return
        val data = JSONObject()
            .put("provider", provider)
            .put("token", token)
            .put("language", Locale.getDefault().toLanguageTag())
            .put("preview", preview)
        session?.request("push.register", data)
    }

    private fun askGoogle() {
        FirebaseMessaging.getInstance().token.addOnCompleteListener { task ->
            if (task.isSuccessful) register("fcm", task.result) else Log.w(TAG, "no token of FCM", task.exception)
        }
    }

    /** The call blocks. Where it returns an empty token, the token comes by [HuaweiPushService.onNewToken]. */
    private fun askHuawei(context: Context) = executor.execute {
        try {
            val app = AGConnectOptionsBuilder().build(context).getString("client/app_id")
            register("huawei", HmsInstanceId.getInstance(context).getToken(app, "HCM"))
        } catch (error: Exception) {
            Log.w(TAG, "no token of Push Kit", error)
            // Without Huawei's services on the phone, Google's may be there.
            askGoogle()
        }
    }
}
