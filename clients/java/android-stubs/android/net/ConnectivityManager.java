package android.net;

import java.util.ArrayList;
import java.util.List;

public class ConnectivityManager {
    public static class NetworkCallback {
        public void onAvailable(Network network) {}
    }

    final List<NetworkCallback> callbacks = new ArrayList<>();

    public void registerDefaultNetworkCallback(NetworkCallback callback) {
        callbacks.add(callback);
    }

    public void unregisterNetworkCallback(NetworkCallback callback) {
        callbacks.remove(callback);
    }
}
