// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.json.Json;
import im.martlet.json.Members;

public final class SharedFile extends Value {
    /** The file's id. */
    public final String fileID;
    /** The file's name. */
    public final String name;
    /** The member who added it. */
    public final String owner;
    /** The file's size in bytes. */
    public final long size;
    /** When it was added. */
    public final long createTime;
    /** Only if its bytes are elsewhere. */
    public final String url;

    public SharedFile(Json json) {
        fileID = Members.required(json, "fileID", Json::asString);
        name = Members.required(json, "name", Json::asString);
        owner = Members.required(json, "owner", Json::asString);
        size = Members.required(json, "size", Json::asLong);
        createTime = Members.required(json, "createTime", Json::asLong);
        url = Members.optional(json, "url", Json::asString);
    }

    @Override
    public Json toJson() {
        return Json.object()
            .put("fileID", fileID)
            .put("name", name)
            .put("owner", owner)
            .put("size", size)
            .put("createTime", createTime)
            .put("url", url)
            .build();
    }
}
