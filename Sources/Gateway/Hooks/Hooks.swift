import ClientProtocol
import Curl
import EventLoop
import Security
import Settings
import Telemetry

/// The backends that decide about users' requests before they are carried out (docs/hooks.md). There is no such object where
/// none is configured.
final class Hooks: Sendable {
    let decisions = HookDecisions()
    private let endpoints: [HookEndpoint]
    private let timeouts: [Int]
    /// By the operation's index in the table.
    private let endpointOf: [HookEndpoint?]
    private let authorities: String?
    private let meters: HookMeters
    private let log: Log

    init?(
        _ configuration: Configuration, _ operations: OperationTable, _ metrics: ProcessMetrics,
        _ readiness: Readiness, _ log: Log
    ) throws(ConfigurationError) {
        if configuration.hooks.before.isEmpty { return nil }
        (endpoints, endpointOf) = try Self.endpoints(configuration.hooks, operations)
        timeouts = configuration.hooks.before.map(\.timeoutMilliseconds)
        authorities = configuration.hooks.authorities
        meters = HookMeters(metrics, readiness)
        self.log = log
    }

    /// Tells what is wrong with the settings and files.
    static func check(_ settings: Configuration.Hooks) throws(ConfigurationError) {
        _ = try endpoints(settings, .standard)
    }

    private static func endpoints(
        _ settings: Configuration.Hooks, _ operations: OperationTable
    ) throws(ConfigurationError) -> ([HookEndpoint], of: [HookEndpoint?]) {
        try settings.requireAuthorities()
        var endpoints: [HookEndpoint] = []
        var endpointOf = [HookEndpoint?](repeating: nil, count: operations.count)
        for hook in settings.before {
            let endpoint = try HookEndpoint(hook)
            for name in hook.operations {
                guard let entry = operations[name], entry.operation.hook != nil else {
                    throw ConfigurationError(hooks: "names the operation \(name), which no hook can decide about")
                }
                guard endpointOf[entry.index] == nil else {
                    throw ConfigurationError(hooks: "names the operation \(name) twice; one URL decides about it")
                }
                endpointOf[entry.index] = endpoint
            }
            endpoints.append(endpoint)
        }
        return (endpoints, endpointOf)
    }

    /// The backend to ask about requests of the operation with that index; nil: they are carried out without a question.
    subscript(index: Int) -> HookEndpoint? { endpointOf[index] }

    func start() throws(SystemError) {
        for (endpoint, timeout) in zip(endpoints, timeouts) {
            let transfer = TransferOptions(
                connectMilliseconds: timeout, answerMilliseconds: timeout, authorities: authorities)
            try endpoint.start(transfer, meters, log)
        }
    }

    func stop() {
        for endpoint in endpoints { endpoint.stop() }
    }

    /// If a file cannot be read, its former secrets stay in force.
    func renewSecrets() throws(ConfigurationError) {
        var problems: [Problem] = []
        for endpoint in endpoints {
            do throws(ConfigurationError) {
                try endpoint.renewSecrets()
            } catch {
                problems += error.problems
            }
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }
}

extension ConfigurationError {
    fileprivate init(hooks message: String) {
        self.init(problems: [Problem(place: "hooks.before", message: "hooks.before \(message)")])
    }
}

extension Configuration.Hooks {
    fileprivate func requireAuthorities() throws(ConfigurationError) {
        guard let authorities else { return }
        let problem: String
        do throws(FileError) {
            if holdsCertificate(String(decoding: try File.read(authorities), as: UTF8.self)) { return }
            problem = "the file \(authorities) holds no certificate in PEM"
        } catch {
            problem = "the file \(error)"
        }
        throw ConfigurationError(problems: [Problem(place: "hooks.authorities", message: problem)])
    }
}
