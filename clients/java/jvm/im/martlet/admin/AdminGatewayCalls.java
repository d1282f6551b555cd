// Generated from docs/asyncapi.json by clients/tools/generate.js, so it is long. Do not edit.
package im.martlet.admin;

import im.martlet.RequestOptions;
import im.martlet.json.Json;
import im.martlet.json.Members;
import im.martlet.protocol.Caller;
import im.martlet.protocol.Value;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The operations `admin.gateway.…`. */
public final class AdminGatewayCalls {
    private final Caller caller;
    private final RequestOptions options;

    public AdminGatewayCalls(Caller caller) {
        this(caller, RequestOptions.USUAL);
    }

    private AdminGatewayCalls(Caller caller, RequestOptions options) {
        this.caller = caller;
        this.options = options;
    }

    /** The same operations, asked for with these options. */
    public AdminGatewayCalls with(RequestOptions options) {
        return new AdminGatewayCalls(caller, options);
    }

    /**
     * Reads keys, secrets and certificates again, as SIGHUP does. What cannot be read stays as it was. At the
     * operators' listener alone (`admin.listen`).
     */
    public CompletableFuture<ReloadResult> reload() {
        return caller.request("admin.gateway.reload", Json.object().build(), options).thenApply(ReloadResult::new);
    }

    /**
     * Has the gateway send its clients away and end, as SIGTERM does. At the operators' listener alone
     * (`admin.listen`).
     */
    public CompletableFuture<DrainResult> drain() {
        return caller.request("admin.gateway.drain", Json.object().build(), options).thenApply(DrainResult::new);
    }

    /**
     * Copies the store to a new file in `admin.backupDirectory`, while everything goes on. The reply comes when
     * the file is whole. At the operators' listener alone (`admin.listen`).
     */
    public CompletableFuture<BackupResult> backup() {
        return backup(new BackupRequest());
    }

    /**
     * Copies the store to a new file in `admin.backupDirectory`, while everything goes on. The reply comes when
     * the file is whole. At the operators' listener alone (`admin.listen`).
     */
    public CompletableFuture<BackupResult> backup(BackupRequest request) {
        return caller.request("admin.gateway.backup", request.toJson(), options).thenApply(BackupResult::new);
    }

    /** Tells the least important lines that the log has now. */
    public CompletableFuture<LogLevelResult> logLevel() {
        return caller.request("admin.gateway.logLevel", Json.object().build(), options)
            .thenApply(LogLevelResult::new);
    }

    /**
     * Changes the least important lines that the log has, for a time or until it is changed again. A restart has
     * `log.level` again. At the operators' listener alone (`admin.listen`).
     *
     * @param level The level.
     */
    public CompletableFuture<SetLogLevelResult> setLogLevel(LogLevel level) {
        return setLogLevel(new SetLogLevelRequest(level));
    }

    /**
     * Changes the least important lines that the log has, for a time or until it is changed again. A restart has
     * `log.level` again. At the operators' listener alone (`admin.listen`).
     */
    public CompletableFuture<SetLogLevelResult> setLogLevel(SetLogLevelRequest request) {
        return caller.request("admin.gateway.setLogLevel", request.toJson(), options)
            .thenApply(SetLogLevelResult::new);
    }

    public static final class ReloadResultPart extends Value {
        public final String part;
        public final String problem;

        public ReloadResultPart(Json json) {
            part = Members.required(json, "part", Json::asString);
            problem = Members.optional(json, "problem", Json::asString);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("part", part)
                .put("problem", problem)
                .build();
        }
    }

    /** The result of `admin.gateway.reload`. */
    public static final class ReloadResult extends Value {
        /** Of each part, why it could not be read, if it could not. */
        public final List<ReloadResultPart> parts;

        public ReloadResult(Json json) {
            parts = Members.required(json, "parts", Members.list(ReloadResultPart::new));
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("parts", Members.json(parts, Members.listJson(ReloadResultPart::toJson)))
                .build();
        }
    }

    /** The result of `admin.gateway.drain`. */
    public static final class DrainResult extends Value {
        /** After this time it ends even if sessions are left. */
        public final long timeoutSeconds;

        public DrainResult(Json json) {
            timeoutSeconds = Members.required(json, "timeoutSeconds", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("timeoutSeconds", timeoutSeconds)
                .build();
        }
    }

    /** What is given to `admin.gateway.backup`. */
    public static final class BackupRequest {
        private String name;

        public BackupRequest() {
        }

        /** The file's name, of letters, digits, `.`, `-` and `_`. Left out: one with the time. */
        public BackupRequest name(String name) {
            this.name = name;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("name", name)
                .build();
        }
    }

    /** The result of `admin.gateway.backup`. */
    public static final class BackupResult extends Value {
        /** Its path. */
        public final String file;
        public final long bytes;

        public BackupResult(Json json) {
            file = Members.required(json, "file", Json::asString);
            bytes = Members.required(json, "bytes", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("file", file)
                .put("bytes", bytes)
                .build();
        }
    }

    /** The result of `admin.gateway.logLevel`. */
    public static final class LogLevelResult extends Value {
        public final LogLevel level;
        /** `log.level`. */
        public final LogLevel configured;
        /** When the configured one holds again. */
        public final Long until;

        public LogLevelResult(Json json) {
            level = Members.required(json, "level", LogLevel::new);
            configured = Members.required(json, "configured", LogLevel::new);
            until = Members.optional(json, "until", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("level", Members.json(level, LogLevel::toJson))
                .put("configured", Members.json(configured, LogLevel::toJson))
                .put("until", until)
                .build();
        }
    }

    /**
     * What is given to `admin.gateway.setLogLevel`.
     *
     * level: The level.
     */
    public static final class SetLogLevelRequest {
        private final LogLevel level;
        private Long seconds;

        public SetLogLevelRequest(LogLevel level) {
            this.level = level;
        }

        /** For how long; then `log.level` holds again. Left out: until it is changed. */
        public SetLogLevelRequest seconds(Long seconds) {
            this.seconds = seconds;
            return this;
        }

        public Json toJson() {
            return Json.object()
                .put("level", Members.json(level, LogLevel::toJson))
                .put("seconds", seconds)
                .build();
        }
    }

    /** The result of `admin.gateway.setLogLevel`. */
    public static final class SetLogLevelResult extends Value {
        public final LogLevel level;
        /** `log.level`. */
        public final LogLevel configured;
        /** When the configured one holds again. */
        public final Long until;

        public SetLogLevelResult(Json json) {
            level = Members.required(json, "level", LogLevel::new);
            configured = Members.required(json, "configured", LogLevel::new);
            until = Members.optional(json, "until", Json::asLong);
        }

        @Override
        public Json toJson() {
            return Json.object()
                .put("level", Members.json(level, LogLevel::toJson))
                .put("configured", Members.json(configured, LogLevel::toJson))
                .put("until", until)
                .build();
        }
    }
}
