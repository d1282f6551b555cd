import Commands
import Gateway
import ServerAPI
import Settings
import Telemetry

extension Flag {
    static let config = Flag(
        "config", "FILE", "The configuration file. MARTLET_CONFIG can name it too; without either, the defaults apply.")
}

extension Invocation {
    /// The configuration that this command line and environment ask for.
    func configuration() throws(ConfigurationError) -> Configuration {
        let environment = processEnvironment()
        let named = environment["MARTLET_CONFIG"].flatMap { $0.isEmpty ? nil : $0 }
        return try Configuration.load(file: self[.config] ?? named, environment: environment)
    }
}

extension Command {
    static let configCheck = Command(
        "config check", "Lists all faults of the configuration, and exits with 78 if there are any.",
        flags: [.config]
    ) { invocation in
        try RunningGateway.check(try invocation.configuration())
        say("The configuration is fine.\n")
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
