package android.app;

import android.content.Context;
import android.content.ContextWrapper;
import android.os.Bundle;
import java.util.ArrayList;
import java.util.List;

public class Application extends ContextWrapper {
    public interface ActivityLifecycleCallbacks {
        void onActivityCreated(Activity activity, Bundle saved);

        void onActivityStarted(Activity activity);

        void onActivityResumed(Activity activity);

        void onActivityPaused(Activity activity);

        void onActivityStopped(Activity activity);

        void onActivitySaveInstanceState(Activity activity, Bundle saved);

        void onActivityDestroyed(Activity activity);
    }

    private final List<ActivityLifecycleCallbacks> all = new ArrayList<>();

    public Application() {
        super(null);
    }

    void attach(Context phone) {
        attachBaseContext(phone);
    }

    public void registerActivityLifecycleCallbacks(ActivityLifecycleCallbacks callbacks) {
        all.add(callbacks);
    }

    public void unregisterActivityLifecycleCallbacks(ActivityLifecycleCallbacks callbacks) {
        all.remove(callbacks);
    }

    /** As they are now: they may come and go while they are told. */
    List<ActivityLifecycleCallbacks> callbacks() {
        return new ArrayList<>(all);
    }
}
