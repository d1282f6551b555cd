// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.MediaState;
import im.martlet.protocol.MediaUse;
import im.martlet.protocol.MediaVerified;
import im.martlet.protocol.OwnedMedia;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.media.…`. */
public final class AdminMediaCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminMediaCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminMediaCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminMediaCalls with(RequestOptions options) {
        return new AdminMediaCalls(caller, options);
    }

    /**
     * Reads what is known of an upload.
     *
     * @param mediaID The upload.
     */
    public CompletableFuture<GetResult> get(String mediaID) {
        return caller.request("admin.media.get", Json.object()
            .put("mediaID", mediaID)
            .build(), options).thenApply(GetResult::new);
    }

    /** Lists the uploads of a user, or all, the newest first. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the uploads of a user, or all, the newest first. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("admin.media.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Deletes an upload, whoever has uploaded it. Messages that refer to it stay, and show that it is deleted.
     *
     * @param mediaID The upload.
     */
    public CompletableFuture<Void> delete(String mediaID) {
        return caller.request("admin.media.delete", Json.object()
            .put("mediaID", mediaID)
            .build(), options).thenApply(done -> null);
    }

    /**
     * Gives an upload another small picture, which lives and is read as the upload itself. Messages show it.
     *
     * @param mediaID The upload.
     * @param thumbnail A complete upload of the same user: a picture of up to 64 KiB and 640 pixels each way.
     */
    public CompletableFuture<Void> setThumbnail(String mediaID, String thumbnail) {
        return caller.request("admin.media.setThumbnail", Json.object()
            .put("mediaID", mediaID)
            .put("thumbnail", thumbnail)
            .build(), options).thenApply(done -> null);
    }

    /** Tells how much a user, or all together, have uploaded. */
    public CompletableFuture<UsageResult> usage() {
        return usage(new UsageRequest());
    }

    /** Tells how much a user, or all together, have uploaded. */
    public CompletableFuture<UsageResult> usage(UsageRequest request) {
        return caller.request("admin.media.usage", request.toJson(), options).thenApply(UsageResult::new);
    }

    /**
     * Ends the review of an upload (`media.review`). A later review can refuse what was ready; nothing makes a
     * refused one ready.
     *
     * @param mediaID The upload.
     * @param ready True: everybody who sees it may have it; false: it is refused, and goes.
     */
    public CompletableFuture<ReviewResult> review(String mediaID, boolean ready) {
        return caller.request("admin.media.review", Json.object()
            .put("mediaID", mediaID)
            .put("ready", ready)
            .build(), options).thenApply(ReviewResult::new);
    }

    /** The result of `admin.media.get`. */
    public static final class GetResult extends Value {
        /** The user who has uploaded it. */
        public final String owner;
        /** Its id. */
        public final String mediaID;
        /** As it was prepared. */
        public final MediaUse use;
        /** How far it is. */
        public final MediaState state;
        /** Its media type. */
        public final String type;
        /** If it has a name. */
        public final String name;
        /** In bytes. */
        public final long size;
        /** When it was prepared. */
        public final long time;
        /** Of a complete one: `digest` if its bytes are those of `sha256`. */
        public final MediaVerified verified;
        /** In pixels, if known. */
        public final Long width;
        /** In pixels, if known. */
        public final Long height;
        /** The id of its small picture, if it has one. */
        public final String thumbnail;
        /** Only if its bytes are there: where they can be read for an hour. */
        public final String url;

        public GetResult(Json json) {
            owner = Members.required(json, "owner", Json::asString);
            mediaID = Members.required(json, "mediaID", Json::asString);
            use = Members.required(json, "use", MediaUse::new);
            state = Members.required(json, "state", MediaState::new);
            type = Members.required(json, "type", Json::asString);
            name = Members.optional(json, "name", Json::asString);
            size = Members.required(json, "size", Json::asLong);
            time = Members.required(json, "time", Json::asLong);
            verified = Members.optional(json, "verified", MediaVerified::new);
            width = Members.optional(json, "width", Json::asLong);
            height = Members.optional(json, "height", Json::asLong);
            thumbnail = Members.optional(json, "thumbnail", Json::asString);
            url = Members.optional(json, "url", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("owner", owner)
                .put("mediaID", mediaID)
                .put("use", Members.json(use, MediaUse::toJson))
                .put("state", Members.json(state, MediaState::toJson))
                .put("type", type)
                .put("name", name)
                .put("size", size)
                .put("time", time)
                .put("verified", Members.json(verified, MediaVerified::toJson))
                .put("width", width)
                .put("height", height)
                .put("thumbnail", thumbnail)
                .put("url", url)
                .build();
        }
    }

    /** What is given to `admin.media.list`. */
    public static final class ListRequest {
        private String userID;
        private String cursor;
        private Long limit;

        public ListRequest() {
        }

        /** The user. Left out: all together. */
        public ListRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        /** Where the page before ended. */
        public ListRequest cursor(String cursor) {
            this.cursor = cursor;
            return this;
        }

        /** At most this many. */
        public ListRequest limit(Long limit) {
            this.limit = limit;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `admin.media.list`. */
    public static final class ListResult extends Value {
        /** The newest first. */
        public final List<OwnedMedia> media;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public ListResult(Json json) {
            media = Members.required(json, "media", Members.list(OwnedMedia::new));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("media", Members.json(media, Members.listJson(OwnedMedia::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }

    /** What is given to `admin.media.usage`. */
    public static final class UsageRequest {
        private String userID;

        public UsageRequest() {
        }

        /** The user. Left out: all together. */
        public UsageRequest userID(String userID) {
            this.userID = userID;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("userID", userID)
                .build();
        }
    }

    /** The result of `admin.media.usage`. */
    public static final class UsageResult extends Value {
        /** How many uploads there are. */
        public final long files;
        /** How many bytes they have, those under way with the size that was announced. */
        public final long bytes;

        public UsageResult(Json json) {
            files = Members.required(json, "files", Json::asLong);
            bytes = Members.required(json, "bytes", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("files", files)
                .put("bytes", bytes)
                .build();
        }
    }

    /** The result of `admin.media.review`. */
    public static final class ReviewResult extends Value {
        /** The state from now on. */
        public final AdminMediaReviewResultState state;

        public ReviewResult(Json json) {
            state = Members.required(json, "state", AdminMediaReviewResultState::new);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("state", Members.json(state, AdminMediaReviewResultState::toJson))
                .build();
        }
    }
}
