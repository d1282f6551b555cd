import Dispatch
import MartletClient
import Network

/// Wakes a client when the device has come to another network.
final class NetworkChanges: Sendable {
    private let monitor = NWPathMonitor()

    init(_ changed: @escaping @Sendable () -> Void) {
        let last = Last()
        monitor.pathUpdateHandler = { path in
            if last.isNew(path) { changed() }
        }
        monitor.start(queue: DispatchQueue(label: "martlet.network"))
    }

    deinit {
        monitor.cancel()
    }
}

/// The network of before. The monitor's queue alone asks for it.
private final class Last: @unchecked Sendable {
    private var interfaces: [NWInterface]?

    /// Whether there is a network, and another one than before. The first is not new.
    func isNew(_ path: NWPath) -> Bool {
        let now = path.status == .satisfied ? path.availableInterfaces : []
        defer { interfaces = now }
        guard let interfaces else { return false }
        return !now.isEmpty && now != interfaces
    }
}
