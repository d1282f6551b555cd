package android.app;

import android.content.ContentResolver;
import android.content.Context;
import android.content.Intent;
import android.net.Networks;
import android.os.Handler;
import android.os.Looper;
import android.view.View;
import java.io.File;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** A phone with one application: takes its activities through their lives on the main thread, and has a network. */
public final class Phone {
    private final Networks networks = new Networks();
    private final File folder;
    private final String id;
    private Application application;

    public Phone(File folder, String id) {
        this.folder = folder;
        this.id = id;
    }

    /** As after a restart of the phone: of a former application nothing is left in memory. */
    public void install(Application fresh) {
        application = fresh;
        application.attach(new Context() {
            @Override
            public ContentResolver getContentResolver() {
                return new ContentResolver() {
                    @Override
                    public String toString() {
                        return id;
                    }
                };
            }

            @Override
            public File getNoBackupFilesDir() {
                return folder;
            }

            @Override
            public <Service> Service getSystemService(Class<Service> kind) {
                return kind.cast(networks);
            }
        });
    }

    public void start(Activity activity, Intent intent) throws Exception {
        onMain(() -> {
            activity.attach(application, intent);
            activity.onCreate(null);
            activity.onStart();
            activity.onResume();
            return null;
        });
    }

    /** The user goes to another application. */
    public void hide(Activity activity) throws Exception {
        onMain(() -> {
            activity.onPause();
            activity.onStop();
            return null;
        });
    }

    public void show(Activity activity) throws Exception {
        onMain(() -> {
            activity.onStart();
            activity.onResume();
            return null;
        });
    }

    public void end(Activity activity) throws Exception {
        onMain(() -> {
            activity.onPause();
            activity.onStop();
            activity.onDestroy();
            return null;
        });
    }

    /** The system makes another activity of the same kind in the place of one. */
    public void turn(Activity activity, Activity fresh) throws Exception {
        activity.isChangingConfigurations = true;
        end(activity);
        start(fresh, activity.getIntent());
    }

    /** Another activity covers this one, which can still be seen behind it, and then goes. */
    public void cover(Activity activity, Activity other) throws Exception {
        onMain(() -> {
            activity.onPause();
            return null;
        });
        start(other, new Intent());
        onMain(() -> {
            other.onPause();
            activity.onResume();
            other.onStop();
            other.onDestroy();
            return null;
        });
    }

    public void changeNetwork() {
        networks.change();
    }

    public static View content(Activity activity) {
        return activity.content;
    }

    public static boolean isFinishing(Activity activity) {
        return activity.isFinishing;
    }

    public static <Value> Value onMain(Callable<Value> action) throws Exception {
        FutureTask<Value> task = new FutureTask<>(action);
        new Handler(Looper.getMainLooper()).post(task);
        return task.get(30, TimeUnit.SECONDS);
    }
}
