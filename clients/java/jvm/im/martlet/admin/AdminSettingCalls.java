// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.setting.…`. */
public final class AdminSettingCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminSettingCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminSettingCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminSettingCalls with(RequestOptions options) {
        return new AdminSettingCalls(caller, options);
    }

    /** Lists all settings with their values in force, as [configuration.md](configuration.md). */
    public CompletableFuture<ListResult> list() {
        return caller.request("admin.setting.list", Json.object().build(), options).thenApply(ListResult::new);
    }

    public static final class ListResultSectionSetting extends Value {
        public final String name;
        public final String value;
        public final String default_;
        public final String mustBe;
        public final String meaning;

        public ListResultSectionSetting(Json json) {
            name = Members.required(json, "name", Json::asString);
            value = Members.required(json, "value", Json::asString);
            default_ = Members.required(json, "default", Json::asString);
            mustBe = Members.required(json, "mustBe", Json::asString);
            meaning = Members.required(json, "meaning", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("value", value)
                .put("default", default_)
                .put("mustBe", mustBe)
                .put("meaning", meaning)
                .build();
        }
    }

    public static final class ListResultSection extends Value {
        public final String name;
        public final String meaning;
        public final List<ListResultSectionSetting> settings;

        public ListResultSection(Json json) {
            name = Members.required(json, "name", Json::asString);
            meaning = Members.required(json, "meaning", Json::asString);
            settings = Members.required(json, "settings", Members.list(ListResultSectionSetting::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("name", name)
                .put("meaning", meaning)
                .put("settings", Members.json(settings, Members.listJson(ListResultSectionSetting::toJson)))
                .build();
        }
    }

    /** The result of `admin.setting.list`. */
    public static final class ListResult extends Value {
        /** `value` and `default` as the file would write them. Of a URL, what may be secret is left out. */
        public final List<ListResultSection> sections;

        public ListResult(Json json) {
            sections = Members.required(json, "sections", Members.list(ListResultSection::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("sections", Members.json(sections, Members.listJson(ListResultSection::toJson)))
                .build();
        }
    }
}
