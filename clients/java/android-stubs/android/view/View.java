package android.view;

import android.content.Context;

public class View {
    public interface OnClickListener {
        void onClick(View view);
    }

    private OnClickListener listener;

    public View(Context context) {}

    public void setOnClickListener(OnClickListener listener) {
        this.listener = listener;
    }

    public boolean performClick() {
        listener.onClick(this);
        return true;
    }
}
