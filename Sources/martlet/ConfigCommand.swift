import Commands
import Gateway
import Glibc
import ServerAPI
import Settings
import Telemetry

extension Flag {
    static let config = Flag(
        "config", "FILE", "The configuration file. MARTLET_CONFIG can name it too; without either, the defaults apply.")
}

extension Invocation {
    /// The configuration that this command line and environment ask for. `checkFiles`: also the files that it names.
    func configuration(checkFiles: Bool = true) throws(ConfigurationError) -> Configuration {
        let environment = processEnvironment()
        let named = environment["MARTLET_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        return try Configuration.load(
            file: self[.config] ?? named, environment: environment, checkFiles: checkFiles)
    }

    /// Root may read every file, and the gateway's user may not. From here on this process is that user: the owner of
    /// `data.directory`, where there is one. Returns the name.
    func becomeGatewaysUser() throws -> String {
        var status = stat()
        if geteuid() == 0, stat(try configuration(checkFiles: false).data.directory, &status) == 0, status.st_uid != 0 {
            let entry = getpwuid(status.st_uid)
            let group = entry?.pointee.pw_gid ?? status.st_gid
            let isJoined = entry.map { initgroups($0.pointee.pw_name, group) } ?? setgroups(0, nil)
            guard isJoined == 0, setgid(group) == 0, setuid(status.st_uid) == 0 else {
                throw CommandFailure(
                    reason: "cannot look as the user \(status.st_uid): \(String(cString: strerror(errno)))")
            }
        }
        return getpwuid(geteuid()).map { String(cString: $0.pointee.pw_name) } ?? "\(geteuid())"
    }
}

extension Command {
    static let configCheck = Command(
        "config check", "Lists all faults of the configuration, and exits with 78 if there are any.",
        flags: [.config],
        notes: """
            As root it looks with the eyes of the user to whom data.directory belongs, since the gateway runs as that user.

            """
    ) { invocation in
        let reader = try invocation.becomeGatewaysUser()
        do throws(ConfigurationError) {
            try RunningGateway.check(try invocation.configuration())
        } catch {
            complain("As the user \(reader) sees it:\n")
            throw error
        }
        say("The configuration is fine, as the user \(reader) sees it.\n")
        return ExitCode.success
    }

    static let configDefaults = Command("config defaults", "Prints a configuration file with all defaults.") { _ in
        say(Configuration.defaultsFile)
        return ExitCode.success
    }

    static let configDoc = Command(
        "config doc", "Prints a page of the reference, by default the page of all settings.",
        operands: "[settings|metrics|operations|errors|closes|openapi|asyncapi]"
    ) { invocation in
        switch invocation.operands {
        case [], ["settings"]: say(Configuration.reference)
        case ["metrics"]: say(Metrics.reference)
        case ["operations"]: say(Catalogue.standard.operationsPage)
        case ["errors"]: say(Catalogue.errorsPage)
        case ["closes"]: say(Catalogue.closeTables)
        case ["openapi"]: say(Catalogue.standard.openAPI())
        case ["asyncapi"]: say(Catalogue.standard.asyncAPI())
        default:
            throw UsageError(reason: "give one of settings, metrics, operations, errors, closes, openapi, asyncapi")
        }
        return ExitCode.success
    }
}
