package im.martlet.android;

import android.app.Activity;
import android.app.Application;
import android.net.ConnectivityManager;
import android.net.Network;
import android.os.Bundle;
import im.martlet.Client;
import im.martlet.State;
import java.util.HashSet;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Keeps a client in step with its device, until it is closed: it leaves the gateway when no activity is seen any more,
 * so that pushes come, connects when one is seen again, and is awake when the device has come to another network. A
 * session that has ended for good stays so. It is made, and closed, on the main thread.
 */
public final class DeviceEvents implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger("im.martlet");

    private final Application application;
    private final Client client;
    private final ConnectivityManager networks;
    private final Activities activities = new Activities();
    private final ConnectivityManager.NetworkCallback network = new ConnectivityManager.NetworkCallback() {
        @Override
        public void onAvailable(Network available) {
            client.wake();
        }
    };

    /** The application has the permissions `INTERNET` and `ACCESS_NETWORK_STATE`. */
    public DeviceEvents(Application application, Client client) {
        this.application = application;
        this.client = client;
        networks = application.getSystemService(ConnectivityManager.class);
        application.registerActivityLifecycleCallbacks(activities);
        networks.registerDefaultNetworkCallback(network);
    }

    /** The client stays as it is: close this before it is disconnected, signed out or closed. */
    @Override
    public void close() {
        application.unregisterActivityLifecycleCallbacks(activities);
        networks.unregisterNetworkCallback(network);
    }

    private final class Activities implements Application.ActivityLifecycleCallbacks {
        private final Set<Activity> seen = new HashSet<>();

        @Override
        public void onActivityStarted(Activity activity) {
            see(activity);
        }

        /** One that was seen before this was made does not start, but it comes back from below another one. */
        @Override
        public void onActivityResumed(Activity activity) {
            see(activity);
        }

        private void see(Activity activity) {
            boolean isFirst = seen.isEmpty();
            seen.add(activity);
            if (!isFirst || isEnded()) return;
            client.connect().exceptionally(error -> {
                LOG.log(Level.WARNING, "the client cannot connect", error);
                return null;
            });
        }

        @Override
        public void onActivityStopped(Activity activity) {
            seen.remove(activity);
            // One that is turned is made anew, and seen at once.
            if (seen.isEmpty() && !activity.isChangingConfigurations() && !isEnded()) client.leave();
        }

        private boolean isEnded() {
            return client.state().name == State.Name.ENDED;
        }

        @Override
        public void onActivityCreated(Activity activity, Bundle saved) {}

        @Override
        public void onActivityPaused(Activity activity) {}

        @Override
        public void onActivitySaveInstanceState(Activity activity, Bundle saved) {}

        @Override
        public void onActivityDestroyed(Activity activity) {}
    }
}
