import EventLoop
import Glibc
import Telemetry

/// The program that started the gateway and waits for its word: systemd, for a unit with `Type=notify` (sd_notify(3)).
struct Supervisor {
    enum State: String {
        case ready = "READY=1"
        case stopping = "STOPPING=1"
    }

    /// Where it takes datagrams; nil: nobody waits.
    private let socket: String?
    private let log: Log

    init(environment: [String: String], log: Log) {
        socket = environment["NOTIFY_SOCKET"].flatMap { $0.isEmpty ? nil : $0 }
        self.log = log
    }

    func tell(_ state: State) {
        guard let socket else { return }
        do throws(SystemError) {
            try send(state.rawValue, to: socket)
        } catch {
            log.warning("the service manager was not told", ["state": state.rawValue, "reason": "\(error)"])
        }
    }

    private func send(_ text: String, to path: String) throws(SystemError) {
        var name = Array(path.utf8)
        // So an abstract socket is written; the kernel's form begins with a null.
        if name[0] == UInt8(ascii: "@") { name[0] = 0 }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard name.count <= MemoryLayout.size(ofValue: address.sun_path) else {
            errno = ENAMETOOLONG
            throw SystemError("NOTIFY_SOCKET")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let size = socklen_t(MemoryLayout<sa_family_t>.size + name.count)

        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("socket") }
        defer { close(descriptor) }
        let sent = withUnsafeBytes(of: &address) { address in
            // An address is not empty.
            let address = address.baseAddress!.assumingMemoryBound(to: sockaddr.self)
            return sendto(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL), address, size)
        }
        guard sent >= 0 else { throw SystemError("sendto \(path)") }
    }
}
