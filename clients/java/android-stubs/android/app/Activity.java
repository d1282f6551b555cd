package android.app;

import android.content.ContextWrapper;
import android.content.Intent;
import android.os.Bundle;
import android.view.View;

/** Tells its application of its life, as on a phone. `Phone` of the tests takes it through that. */
public class Activity extends ContextWrapper {
    boolean isChangingConfigurations;
    boolean isFinishing;
    View content;
    private Application application;
    private Intent intent;

    public Activity() {
        super(null);
    }

    void attach(Application application, Intent intent) {
        attachBaseContext(application);
        this.application = application;
        this.intent = intent;
    }

    public final Application getApplication() {
        return application;
    }

    public Intent getIntent() {
        return intent;
    }

    public boolean isChangingConfigurations() {
        return isChangingConfigurations;
    }

    public void finish() {
        isFinishing = true;
    }

    public void setContentView(View view) {
        content = view;
    }

    protected void onCreate(Bundle saved) {
        for (Application.ActivityLifecycleCallbacks one : application.callbacks()) one.onActivityCreated(this, saved);
    }

    protected void onStart() {
        for (Application.ActivityLifecycleCallbacks one : application.callbacks()) one.onActivityStarted(this);
    }

    protected void onResume() {
        for (Application.ActivityLifecycleCallbacks one : application.callbacks()) one.onActivityResumed(this);
    }

    protected void onPause() {
        for (Application.ActivityLifecycleCallbacks one : application.callbacks()) one.onActivityPaused(this);
    }

    protected void onStop() {
        for (Application.ActivityLifecycleCallbacks one : application.callbacks()) one.onActivityStopped(this);
    }

    protected void onDestroy() {
        for (Application.ActivityLifecycleCallbacks one : application.callbacks()) one.onActivityDestroyed(this);
    }
}
