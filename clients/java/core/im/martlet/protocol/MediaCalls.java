// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.protocol;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** The operations `media.…`. */
public final class MediaCalls {
    private final Caller caller;
    private final RequestOptions options;

    public MediaCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private MediaCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public MediaCalls with(RequestOptions options) {
        return new MediaCalls(caller, options);
    }

    /**
     * Begins an upload. The reply says how its bytes are sent; of bytes that the caller has uploaded before, by
     * their digest, it says `ready`. With `mediaID` it gives another URL for an upload of the caller's.
     */
    public CompletableFuture<PrepareResult> prepare() {
        return prepare(new PrepareRequest());
    }

    /**
     * Begins an upload. The reply says how its bytes are sent; of bytes that the caller has uploaded before, by
     * their digest, it says `ready`. With `mediaID` it gives another URL for an upload of the caller's.
     */
    public CompletableFuture<PrepareResult> prepare(PrepareRequest request) {
        return caller.request("media.prepare", request.toJson(), options).thenApply(PrepareResult::new);
    }

    /**
     * Says that all bytes of an upload have been sent. They are compared with what was announced; others are
     * refused, and go. A repeat gets the same reply.
     *
     * @param mediaID The upload.
     */
    public CompletableFuture<CompleteResult> complete(String mediaID) {
        return complete(new CompleteRequest(mediaID));
    }

    /**
     * Says that all bytes of an upload have been sent. They are compared with what was announced; others are
     * refused, and go. A repeat gets the same reply.
     */
    public CompletableFuture<CompleteResult> complete(CompleteRequest request) {
        return caller.request("media.complete", request.toJson(), options).thenApply(CompleteResult::new);
    }

    /**
     * Asks for the URLs of uploads: own ones, and those to which messages refer that the history shows. A URL can
     * be read without a session until it ends. It is the same for a quarter of an hour; that of an avatar stays
     * the same.
     *
     * @param mediaIDs The uploads.
     */
    public CompletableFuture<UrlResult> url(List<String> mediaIDs) {
        return caller.request("media.url", Json.object()
            .put("mediaIDs", Members.json(mediaIDs, Members.listJson(Json::of)))
            .build(), options).thenApply(UrlResult::new);
    }

    /** Lists the caller's uploads, the newest first. */
    public CompletableFuture<ListResult> list() {
        return list(new ListRequest());
    }

    /** Lists the caller's uploads, the newest first. */
    public CompletableFuture<ListResult> list(ListRequest request) {
        return caller.request("media.list", request.toJson(), options).thenApply(ListResult::new);
    }

    /**
     * Deletes an upload of the caller's. Messages that refer to it stay, and show that it is deleted.
     *
     * @param mediaID The upload.
     */
    public CompletableFuture<Void> delete(String mediaID) {
        return caller.request("media.delete", Json.object()
            .put("mediaID", mediaID)
            .build(), options).thenApply(done -> null);
    }

    /** What is given to `media.prepare`. */
    public static final class PrepareRequest {
        private MediaUse use;
        private String name;
        private String type;
        private Long size;
        private String sha256;
        private String mediaID;

        public PrepareRequest() {
        }

        /** `avatar`: a PNG, JPEG, GIF or WebP of up to 1 MiB, whose URL is public and stays the same. */
        public PrepareRequest use(MediaUse use) {
            this.use = use;
            return this;
        }

        /** The file's name, for those who save it. */
        public PrepareRequest name(String name) {
            this.name = name;
            return this;
        }

        /** Its media type, in small letters, such as `image/png`. Required without `mediaID`. */
        public PrepareRequest type(String type) {
            this.type = type;
            return this;
        }

        /** How many bytes it has. Required without `mediaID`. */
        public PrepareRequest size(Long size) {
            this.size = size;
            return this;
        }

        /** SHA-256 of the bytes, in base64url without padding. */
        public PrepareRequest sha256(String sha256) {
            this.sha256 = sha256;
            return this;
        }

        /** Instead of all others: an upload of the caller's. */
        public PrepareRequest mediaID(String mediaID) {
            this.mediaID = mediaID;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("use", Members.json(use, MediaUse::toJson))
                .put("name", name)
                .put("type", type)
                .put("size", size)
                .put("sha256", sha256)
                .put("mediaID", mediaID)
                .build();
        }
    }

    public static final class PrepareResultUpload extends Value {
        /** See [media.md](media.md). */
        public final MediaPrepareResultUploadKind kind;
        public final String url;
        public final Map<String, String> headers;
        public final Map<String, String> fields;
        public final Long bytes;
        public final Long first;
        public final List<String> urls;
        /** From then on the bytes are refused. */
        public final long until;

        public PrepareResultUpload(Json json) {
            kind = Members.required(json, "kind", MediaPrepareResultUploadKind::new);
            url = Members.optional(json, "url", Json::asString);
            headers = Members.optional(json, "headers", Members.map(Json::asString));
            fields = Members.optional(json, "fields", Members.map(Json::asString));
            bytes = Members.optional(json, "bytes", Json::asLong);
            first = Members.optional(json, "first", Json::asLong);
            urls = Members.optional(json, "urls", Members.list(Json::asString));
            until = Members.required(json, "until", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("kind", Members.json(kind, MediaPrepareResultUploadKind::toJson))
                .put("url", url)
                .put("headers", Members.json(headers, Members.mapJson(Json::of)))
                .put("fields", Members.json(fields, Members.mapJson(Json::of)))
                .put("bytes", bytes)
                .put("first", first)
                .put("urls", Members.json(urls, Members.listJson(Json::of)))
                .put("until", until)
                .build();
        }
    }

    /** The result of `media.prepare`. */
    public static final class PrepareResult extends Value {
        /** The upload's id. */
        public final String mediaID;
        /** `uploading`: its bytes are awaited. */
        public final MediaPrepareResultState state;
        /** Only if its bytes are awaited: how they are sent. */
        public final PrepareResultUpload upload;
        /** Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group. */
        public final String url;

        public PrepareResult(Json json) {
            mediaID = Members.required(json, "mediaID", Json::asString);
            state = Members.required(json, "state", MediaPrepareResultState::new);
            upload = Members.optional(json, "upload", PrepareResultUpload::new);
            url = Members.optional(json, "url", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("mediaID", mediaID)
                .put("state", Members.json(state, MediaPrepareResultState::toJson))
                .put("upload", Members.json(upload, PrepareResultUpload::toJson))
                .put("url", url)
                .build();
        }
    }

    /**
     * What is given to `media.complete`.
     *
     * mediaID: The upload.
     */
    public static final class CompleteRequest {
        private final String mediaID;
        private Long width;
        private Long height;
        private String thumbnail;

        public CompleteRequest(String mediaID) {
            this.mediaID = mediaID;
        }

        /** In pixels. Of PNG, JPEG, GIF and WebP the gateway reads it itself. */
        public CompleteRequest width(Long width) {
            this.width = width;
            return this;
        }

        /** Likewise. */
        public CompleteRequest height(Long height) {
            this.height = height;
            return this;
        }

        /**
         * An own upload that is complete: a picture of up to 64 KiB and 640 pixels each way, to be shown in its
         * place.
         */
        public CompleteRequest thumbnail(String thumbnail) {
            this.thumbnail = thumbnail;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("mediaID", mediaID)
                .put("width", width)
                .put("height", height)
                .put("thumbnail", thumbnail)
                .build();
        }
    }

    /** The result of `media.complete`. */
    public static final class CompleteResult extends Value {
        /** The upload. */
        public final String mediaID;
        /** `pending`: others see it after a review. */
        public final MediaCompleteResultState state;
        /** Its media type. */
        public final String type;
        /** In bytes. */
        public final long size;
        /** Only if it is not refused: `digest` if its bytes are those of `sha256`. */
        public final MediaVerified verified;
        /** In pixels, if known. */
        public final Long width;
        /** In pixels, if known. */
        public final Long height;
        /** Only of an avatar that is ready: where anybody reads it, for `faceUrl` or a group. */
        public final String url;

        public CompleteResult(Json json) {
            mediaID = Members.required(json, "mediaID", Json::asString);
            state = Members.required(json, "state", MediaCompleteResultState::new);
            type = Members.required(json, "type", Json::asString);
            size = Members.required(json, "size", Json::asLong);
            verified = Members.optional(json, "verified", MediaVerified::new);
            width = Members.optional(json, "width", Json::asLong);
            height = Members.optional(json, "height", Json::asLong);
            url = Members.optional(json, "url", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("mediaID", mediaID)
                .put("state", Members.json(state, MediaCompleteResultState::toJson))
                .put("type", type)
                .put("size", size)
                .put("verified", Members.json(verified, MediaVerified::toJson))
                .put("width", width)
                .put("height", height)
                .put("url", url)
                .build();
        }
    }

    public static final class UrlResultUrl extends Value {
        public final String mediaID;
        public final String url;
        public final Long until;
        /** Instead: 1010, there is none for the caller. */
        public final Long code;

        public UrlResultUrl(Json json) {
            mediaID = Members.required(json, "mediaID", Json::asString);
            url = Members.optional(json, "url", Json::asString);
            until = Members.optional(json, "until", Json::asLong);
            code = Members.optional(json, "code", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("mediaID", mediaID)
                .put("url", url)
                .put("until", until)
                .put("code", code)
                .build();
        }
    }

    /** The result of `media.url`. */
    public static final class UrlResult extends Value {
        /** In the order asked for. If there is none for the caller at all, the request is refused with 1010. */
        public final List<UrlResultUrl> urls;

        public UrlResult(Json json) {
            urls = Members.required(json, "urls", Members.list(UrlResultUrl::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("urls", Members.json(urls, Members.listJson(UrlResultUrl::toJson)))
                .build();
        }
    }

    /** What is given to `media.list`. */
    public static final class ListRequest {
        private String cursor;
        private Long limit;

        public ListRequest() {
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
                .put("cursor", cursor)
                .put("limit", limit)
                .build();
        }
    }

    /** The result of `media.list`. */
    public static final class ListResult extends Value {
        /** The newest first. */
        public final List<Media> media;
        /** Send it for the next page; absent at the end. */
        public final String cursor;

        public ListResult(Json json) {
            media = Members.required(json, "media", Members.list(Media::new));
            cursor = Members.optional(json, "cursor", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("media", Members.json(media, Members.listJson(Media::toJson)))
                .put("cursor", cursor)
                .build();
        }
    }
}
