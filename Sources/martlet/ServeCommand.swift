import Commands
import EventLoop
import Gateway
import Glibc
import Security
import Settings
import Storage
import Telemetry
import Transport

extension Command {
    private static let makeKeys = Flag(
        "make-keys", nil, "Creates the files of auth.keysFile and auth.adminKeysFile first, where there are none.")

    static let serve = Command(
        "serve", "Runs the gateway until SIGTERM drains it. SIGHUP reads keys and certificates again.",
        flags: [.config, makeKeys]
    ) { invocation in
        let signals = Signals()
        if invocation.has(makeKeys) { try createKeys(try invocation.configuration(checkFiles: false).auth) }
        let configuration = try invocation.configuration()
        let log = Log(
            format: configuration.log.format, level: configuration.log.level,
            queueLines: configuration.log.queueLines)
        let descriptors = DescriptorLimit.raise()
        let supervisor = Supervisor(environment: processEnvironment(), log: log)
        let gateway = try startGateway(configuration, log: log) { signals.end() }
        if descriptors < configuration.connections.total + besideConnections {
            log.warning(
                "fewer descriptors than connections.total",
                ["descriptors": descriptors, "connections": configuration.connections.total])
        }
        supervisor.tell(.ready)
        signals.serve(hangUp: { gateway.reload() }) {
            supervisor.tell(.stopping)
            gateway.drain()
        }
        log.info("ended")
        log.flush()
        if let fault = gateway.fault {
            throw ConfigurationError(problems: [Problem(place: "cluster.node", message: fault)])
        }
        return ExitCode.success
    }
}

private func createKeys(_ settings: Configuration.Auth) throws {
    for (path, contents) in [
        (settings.keysFile, KeyFile.make(id: Command.today)),
        (settings.adminKeysFile, Command.newAdminFile(Command.firstAdmin)),
    ] {
        guard let path, access(path, F_OK) != 0 else { continue }
        try Command.create(path, contents)
        say("Created \(path).\n")
    }
}

/// The descriptors of the store, of shards, and of pushes.
private let besideConnections = 200

private func startGateway(
    _ configuration: Configuration, log: Log, askForDrain: @escaping @Sendable () -> Void
) throws -> RunningGateway {
    let listen = configuration.listen
    do throws(StartError) {
        let gateway = try RunningGateway(configuration, log: log, askForDrain: askForDrain)
        let (scheme, address) = try gateway.start()
        say("Martlet listens on \(scheme)://\(address)\(RunningGateway.path)\n")
        return gateway
    } catch .configuration(let failure) {
        throw failure
    } catch .certificates(let failure) {
        throw ConfigurationError(problems: [Problem(place: "tls.certificates", message: failure.description)])
    } catch .store(let failure) where failure.kind == .full {
        // No fault of the configuration: who starts it again may find room.
        throw CommandFailure(reason: "data.directory: \(failure)")
    } catch .store(let failure) {
        let advice = failure.kind == .damagedFile ? "; put a backup in its place" : ""
        throw ConfigurationError(problems: [
            Problem(
                place: "data.directory",
                message: "the store in \(configuration.data.directory) cannot be opened: \(failure)\(advice)")
        ])
    } catch .system(let failure) {
        throw ConfigurationError(problems: [
            Problem(
                place: "listen.port",
                message: "cannot listen on \(listen.address) port \(listen.port) (\(failure)); choose another "
                    + "port or address, or stop the program that uses it")
        ])
    } catch .adminListener(let failure) {
        throw ConfigurationError(problems: [
            Problem(
                place: "admin.listen",
                message: "cannot listen on \(configuration.admin.place) (\(failure)); choose another port, address or "
                    + "path, or false, or stop the program that uses it")
        ])
    } catch .validationListener(let failure) {
        throw ConfigurationError(problems: [
            Problem(
                place: "tls.acme",
                message:
                    "cannot listen on \(configuration.tls.acme?.httpPlace ?? "nothing") (\(failure)); choose another address in "
                    + "`http`, or stop the program that uses it; a port below 1024 needs the capability "
                    + "CAP_NET_BIND_SERVICE")
        ])
    }
}

extension Configuration.CertificateOrder {
    fileprivate var httpPlace: String { http.map { "\($0.host) port \($0.port)" } ?? "nothing" }
}

extension Configuration.Admin {
    fileprivate var place: String {
        switch listen {
        case .off: "nothing"
        case .address(let address, let port): "\(address) port \(port)"
        case .unixSocket(let path): path
        }
    }
}
