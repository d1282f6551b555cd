package android.net;

/** The networks of a phone of stubs. */
public final class Networks extends ConnectivityManager {
    public void change() {
        for (NetworkCallback callback : callbacks) callback.onAvailable(new Network());
    }
}
