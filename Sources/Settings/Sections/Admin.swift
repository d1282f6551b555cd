import Framing

extension Configuration {
    package struct Admin: Equatable, Sendable {
        package var listen: AdminListen
        package var hosts: [String]
        package var connections: Int
        package var backupDirectory: String?
        package var console: Bool
        package var consoleSeconds: Int
        package var consoleIdleSeconds: Int

        init(_ setting: inout SettingReader) {
            setting.section(
                "admin",
                "The second listener, for operators and backends: metrics, health, and requests with admin keys "
                    + "(docs/operating.md). `proxy` does not concern it.")
            listen = setting(
                "listen", .adminListen, or: .address("127.0.0.1", port: 7751),
                "Where it listens: a port of this machine alone, an address with its port, or the path of a Unix "
                    + "socket, which has a slash and is for the gateway's user and group. Port 0 lets the kernel "
                    + "choose. Beyond this machine it speaks TLS, if there are `tls.certificates`.")
            hosts = setting(
                "hosts", .list(of: .hostName, "names like \"martlet.internal\""), or: [],
                "The names by which it is reached, beside addresses and `localhost`: a request for another name is "
                    + "refused, since a page can have its own name lead to this machine.")
            connections = setting(
                "connections", .integer(1...65_536), or: 256,
                "The most connections there, beside `connections.total`.")
            backupDirectory = setting(
                "backupDirectory", .optional(.path), or: nil,
                "The folder in which `admin.gateway.backup` makes files. Without it that is refused.")
            console = setting(
                "console", .flag, or: true, "Whether the console is served there, at `/console/` (docs/console.md).")
            consoleSeconds = setting(
                "consoleSeconds", .integer(1...604_800), or: 43_200,
                "After how long an operator has to sign in to the console again.")
            consoleIdleSeconds = setting(
                "consoleIdleSeconds", .integer(1...604_800), or: 1_800,
                "After how long without a request of the console its operator has to sign in again. The numbers of the "
                    + "overview are no such requests.")
        }
    }
}

package enum AdminListen: Equatable, Sendable {
    case off
    /// A numeric address.
    case address(String, port: Int)
    case unixSocket(String)
}

extension SettingType<AdminListen> {
    fileprivate static let adminListen = Self(
        name: "false, a port, an address with a port, or the path of a Unix socket of up to \(longestSocketPath) bytes",
        environmentForm: .literal
    ) { kind, directory in
        switch kind {
        case .boolean(false): return .off
        case .integer(let port): return (0...65_535).contains(port) ? .address("127.0.0.1", port: port) : nil
        case .text(let text) where text.utf8.contains(UInt8(ascii: "/")):
            guard let path = SettingType<String>.path.read(kind, directory), path.utf8.count <= longestSocketPath else {
                return nil
            }
            return .unixSocket(path)
        case .text(let text):
            guard let authority = HTTPAuthority(text.utf8), let port = authority.port else { return nil }
            let host = authority.host.filter { $0 != "[" && $0 != "]" }
            return isNumericAddress(host) ? .address(host, port: Int(port)) : nil
        default: return nil
        }
    } show: { listen in
        switch listen {
        case .off: "false"
        case .address(let address, let port):
            quoted(address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)")
        case .unixSocket(let path): quoted(path)
        }
    }
}

extension SettingType<String> {
    /// Without a port, as a Host header has it behind the lower-casing.
    fileprivate static let hostName = Self(name: "a host's name, without a port", environmentForm: .text) { kind, _ in
        guard case .text(let text) = kind, let authority = HTTPAuthority(text.utf8), !text.contains(":") else {
            return nil
        }
        return authority.host
    } show: {
        quoted($0)
    }
}

/// The kernel takes no longer one (unix(7)).
private let longestSocketPath = 107
