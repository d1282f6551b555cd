import EventLoop
import Framing
import Glibc
import Meters

/// How long listeners rest after the process ran out of descriptors, in milliseconds.
private let rest: Int64 = 100

extension Shard {
    func listen(on listener: Listener) throws(SystemError) {
        try loop.poller.add(listener.descriptor, .input, token: Self.listenerBit | UInt64(listeners.count))
        listeners.append(listener)
    }

    func accept(_ listener: Listener) {
        for _ in 0..<options.acceptsPerTurn {
            do {
                guard let accepted = try listener.accept() else { return }
                begin(accepted.descriptor, peer: accepted.peer, from: listener)
            } catch {
                // No descriptor or no memory is left (EMFILE, ENFILE, ENOBUFS, ENOMEM). Those who wait stay in the
                // kernel's queue; trying again at once would only burn the processor.
                metrics.connectionsRefused[.descriptors].add()
                return restListener(listener)
            }
        }
    }

    private func begin(_ descriptor: Int32, peer: SocketAddress, from listener: Listener) {
        let (role, tls) = (listener.role, listener.tls)
        if let refusal = admissions.enter(role, clients.isProxy(peer, role) ? nil : peer.network, on: self) {
            switch refusal {
            case .full: metrics.connectionsRefused[.total].add()
            case .tooManyPending: metrics.connectionsRefused[.pendingPerAddress].add()
            }
            // The cheapest refusal there is: no byte is read, none is written.
            _ = Glibc.close(descriptor)
            return
        }
        let deadline = loop.now + (tls == nil ? options.requestPatience(at: role) : options.tlsTimeout)
        let connection = Connection(
            id: nextID(), descriptor: descriptor, peer: peer, role: role, now: loop.now, deadline: deadline)
        connections[connection.slot] = connection
        if role == .admin { arrivals.add(connection.id, on: self) }
        turn.assign(connection.id, descriptor)
        if !clients.begin(connection, tls: tls), let tls { connection.tls = TLSSession(tls, window: window) }
        metrics.connectionsAccepted.add()
        metrics.connectionsOpen.add(1)
        do {
            try loop.poller.add(descriptor, .input, token: connection.id.token)
            arm(connection)
        } catch {
            // The user's limit of epoll watches (/proc/sys/fs/epoll/max_user_watches).
            metrics.connectionsRefused[.descriptors].add()
            end(connection)
        }
    }

    private func restListener(_ listener: Listener) {
        guard !listener.isResting else { return }
        listener.isResting = true
        loop.poller.remove(listener.descriptor)
        loop.timers.arm(0, at: loop.now + rest)
    }

    /// Certificates for the connections that come from now on.
    public func useTLS(_ context: TLSContext) {
        loop.requireQueue()
        for listener in listeners where listener.tls != nil { listener.tls = context }
    }

    func wakeListeners() {
        for (index, listener) in listeners.enumerated() where listener.isResting {
            do {
                try loop.poller.add(listener.descriptor, .input, token: Self.listenerBit | UInt64(index))
                listener.isResting = false
            } catch {
                loop.timers.arm(0, at: loop.now + rest)
            }
        }
    }
}
