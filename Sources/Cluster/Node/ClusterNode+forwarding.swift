/// Requests on their way to the leader, which may be this node.
extension ClusterNode {
    mutating func takeRequest(_ request: SessionRequest) {
        if request.kind == .leave, let login = forwarder.cancelLogin(of: request.session) {
            return actions.append(.refuse(login))
        }
        let isFull = forwarder.count >= options.pendingRequests || forwarder.bytes >= options.pendingBytes
        let isRefused =
            switch request.kind {
            case .login: isFull || isLogAway || !health.isWell
            case .change, .join: isFull
            // Always taken: nobody could ask again, and there are a few for each login.
            case .leave, .fact: false
            }
        // Never sent, so nothing is in doubt.
        if isRefused { actions.append(.refuse(request)) } else { forwarder.add(request) }
    }

    /// The node has not heard of the database for the time of a lease.
    var isLogAway: Bool {
        renewedAt.map { now - $0 > options.leaseMilliseconds } ?? true
    }

    /// Sends what can be sent. A node that leads takes the same path, without a link.
    mutating func forward() {
        guard let leader else { return }
        let isHere = leader.incarnation == incarnation
        guard isHere ? isLeading : isLinkedToLeader else { return }
        let cursor = stored.registry.cursors[incarnation] ?? 0
        let requests = forwarder.takeUnsent(window: options.window, answeredUpTo: cursor)
        if requests.isEmpty { return }
        if isHere {
            intake.take(requests, from: incarnation, stored.registry, faults: faults)
        } else {
            actions.append(.send(.forward(requests, epoch: leader.epoch), to: leader.incarnation))
        }
    }

    /// The leader is another node, and takes requests over its link.
    var isLinkedToLeader: Bool {
        guard let leader, leader.incarnation != incarnation else { return false }
        let isReady = faults.contains(.resendsAtLeaseChange) || ready[leader.incarnation] == leader.epoch
        return isReady && links.contains(leader.incarnation)
    }

    mutating func linkUp(_ other: Incarnation) {
        links.insert(other)
        ready[other] = nil
        if leader?.incarnation == other { forwarder.sendAgain() }
        if case .leading(let epoch, _) = role { introduce(epoch, to: other) }
    }

    mutating func introduce(_ epoch: Epoch, to other: Incarnation) {
        actions += [.send(.leads(epoch), to: other), .send(.kept(stored.place), to: other)]
    }

    mutating func linkDown(_ other: Incarnation) {
        links.remove(other)
        ready[other] = nil
        guard leader?.incarnation == other, faults.contains(.refusesInDoubt) else { return }
        for request in forwarder.takeInDoubt() { actions.append(.refuse(request)) }
    }

    mutating func takeMessage(_ message: LinkMessage, from other: Incarnation) {
        switch message {
        case .forward(let requests, let epoch):
            guard accepts(epoch) else { return }
            intake.take(requests, from: other, stored.registry, faults: faults)
        case .leads(let epoch):
            guard links.contains(other), epoch >= ready[other] ?? epoch else { return }
            ready[other] = epoch
            // Requests that went to it before may have been left out.
            forwarder.sendAgain()
        case .kept(let place):
            reader.confirm(place)
            if reader.knowsOfMore { hasReadFailed = false }
        case .passLead(let heir):
            if isLeading {
                passLead(to: heir)
            } else if heir == incarnation {
                nextRenewal = min(nextRenewal, now)
            }
        case .rooms, .streamed: preconditionFailure("letters are the gateway's")
        case .refusal(let number):
            if let request = forwarder.remove(number) { actions.append(.refuse(request)) }
        }
    }

    private func accepts(_ epoch: Epoch) -> Bool {
        switch role {
        case .leading(epoch, _): !isResigning
        case .opening, .candidate: faults.contains(.resendsAtLeaseChange)
        case .follower, .leading, .halted: false
        }
    }
}
