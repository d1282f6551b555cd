package im.martlet.jvm;

import im.martlet.json.Json;

/** Answers of a backend to a question of a hook, as the body of status 200: docs/hooks.md#the-answer. */
public final class HookAnswer {
    private HookAnswer() {}

    /** The request is carried out. */
    public static Json allow() {
        return Json.object().put("action", "allow").build();
    }

    /** Nothing is done. The client gets an error with the system `app`, this code from 0 on, and this message. */
    public static Json refuse(int code, String message) {
        if (code < 0) throw new IllegalArgumentException("the code " + code + " is below 0");
        return Json.object().put("action", "refuse").put("code", code).put("message", message).build();
    }

    /** The request is carried out with these data, which are whole: what they leave out is left out. */
    public static Json replace(Json data) {
        return Json.object().put("action", "replace").put("data", data).build();
    }
}
