import Chat
import ClientProtocol
import Domain
import Glibc
import JSON
import Settings
import Storage
import Telemetry

/// An operator acts on the process.
extension OperationTable {
    @OperationList static var gatewayProcess: [OperationDefinition] {
        Operation(
            "admin.gateway.reload",
            "Reads keys, secrets and certificates again, as SIGHUP does. What cannot be read stays as it was.",
            roles: .admin,
            result: [
                Field(
                    "parts", .list(.object([Field("part", .string), Field(optional: "problem", .string)])),
                    "Of each part, why it could not be read, if it could not.")
            ], errors: [.unavailable]
        ).forOperators.admin { request, _ throws(Refusal) in
            let control = request.context.control
            return .operate { json in
                json.array("parts") { json in
                    for reloaded in control.reload() {
                        json.object { json in
                            json.field("part", reloaded.part)
                            if let problem = reloaded.problem { json.field("problem", problem) }
                        }
                    }
                }
            }
        }

        Operation(
            "admin.gateway.drain", "Has the gateway send its clients away and end, as SIGTERM does.", roles: .admin,
            result: [Field("timeoutSeconds", .integer, "After this time it ends even if sessions are left.")]
        ).forOperators.admin { request, _ throws(Refusal) in
            let (control, drain) = (request.context.control, request.context.configuration.drain)
            return .reply { json in
                control.drain()
                json.field("timeoutSeconds", drain.timeoutSeconds)
            }
        }

        let name = Parameter.string(
            "name", bytes: 1...100,
            "The file's name, of letters, digits, `.`, `-` and `_`. Left out: one with the time."
        ).checked { name throws(Mismatch) in
            guard name.isPlain, !name.hasPrefix(".") else { throw Mismatch("must be a plain name") }
        }.described(as: .pattern("^[A-Za-z0-9_-][A-Za-z0-9._-]{0,99}$", "a plain name")).optional
        Operation(
            "admin.gateway.backup",
            "Copies the store to a new file in `admin.backupDirectory`, while everything goes on. The reply comes when "
                + "the file is whole.", roles: .admin, parameters: [name],
            result: [Field("file", .string, "Its path."), Field("bytes", .integer)],
            errors: [.conflict, .unavailable]
        ).forOperators.admin { request, _ throws(Refusal) in
            let configuration = request.context.configuration
            guard let folder = configuration.admin.backupDirectory else {
                throw Refusal(.forbidden, "the gateway is told no folder for backups (admin.backupDirectory)")
            }
            let time = WallTime.now.description.prefix(19).filter { $0 != ":" }
            let file = "\(folder)/\(try request(name) ?? "martlet-\(time).sqlite")"
            return .operate { json throws(CommandError) in
                if access(file, F_OK) == 0 { throw .refused(.conflict, "\(file) is there already", keys: ["name"]) }
                do throws(StoreError) {
                    try SQLiteStore.backUp(directory: configuration.data.directory, to: file)
                } catch {
                    // The store itself is not to blame for a full or missing folder, nor are its readers.
                    throw .refused(.unavailable, error.message)
                }
                var status = stat()
                guard stat(file, &status) == 0 else { throw .refused(.unavailable, "\(file) has gone") }
                json.field("file", file)
                json.field("bytes", Int(status.st_size))
            }
        }

        Operation(
            "admin.gateway.logLevel", "Tells the least important lines that the log has now.", roles: .admin,
            result: LogLevelFields.all
        ).admin { request, _ throws(Refusal) in
            let control = request.context.control.logLevel
            return .reply { LogLevelFields.write(control, to: &$0) }
        }

        let level = Parameter<LogLevel>("level", type: LogLevelFields.type, "The level.") {
            value throws(Mismatch) in
            guard let level = value.string.flatMap(LogLevel.init) else {
                throw Mismatch("must be debug, info, warning or error")
            }
            return level
        }
        let seconds = Parameter.integer(
            "seconds", in: 1...86_400, "For how long; then `log.level` holds again. Left out: until it is changed."
        ).optional
        Operation(
            "admin.gateway.setLogLevel",
            "Changes the least important lines that the log has, for a time or until it is changed again. A restart "
                + "has `log.level` again.", roles: .admin, parameters: [level, seconds],
            result: LogLevelFields.all
        ).forOperators.admin { request, caller throws(Refusal) in
            let (level, seconds) = (try request(level), try request(seconds))
            let control = request.context.control.logLevel
            return .reply { json in
                control.set(level, seconds: seconds, by: caller.keyName)
                LogLevelFields.write(control, to: &json)
            }
        }
    }
}

/// The log's level, as operators are told it.
private enum LogLevelFields {
    static let type = ValueType.words(LogLevel.allCases.map(\.rawValue))
    static let all = [
        Field("level", type), Field("configured", type, "`log.level`."),
        Field(optional: "until", .milliseconds, "When the configured one holds again."),
    ]

    static func write(_ control: LogLevelControl, to json: inout JSONWriter) {
        let state = control.state
        json.field("level", state.level.rawValue)
        json.field("configured", control.configured.rawValue)
        if let until = state.until { json.field("until", until.rawValue) }
    }
}
