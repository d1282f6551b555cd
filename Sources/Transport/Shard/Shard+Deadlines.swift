import EventLoop
import Framing
import Meters

extension Shard {
    /// The peer has shown who it is: it no longer counts against the pending connections of its address.
    public func settle(_ connection: Connection) {
        loop.requireQueue()
        guard connection.standing == .pending else { return }
        connection.standing = .settled
        admissions[connection.role].settle(connection.counted)
        _ = inputs.recount(connection)
    }

    /// Sets or clears (nil) the service's own deadline, on the loop's clock.
    public func setServiceDeadline(_ connection: Connection, at deadline: Int64?) {
        connection.serviceDeadline = deadline ?? .max
        arm(connection)
    }

    /// The service's one timer, on the loop's clock: the last call counts.
    public func setServiceTimer(at moment: Int64) {
        loop.requireQueue()
        loop.timers.arm(Self.serviceTimer, at: moment)
    }

    func setStageDeadline(_ connection: Connection, after delay: Int64) {
        connection.stageDeadline = loop.now + delay
        arm(connection)
    }

    /// One timer serves all deadlines of a connection: it is armed at the nearest, and looks at all when it fires. An
    /// event that moves a deadline further away (a byte was heard) leaves the timer alone; it fires, looks, and is
    /// armed anew.
    func arm(_ connection: Connection) {
        loop.requireQueue()
        let deadline = nextDeadline(connection)
        if deadline == .max { return loop.timers.cancel(connection.slot) }
        loop.timers.arm(connection.slot, at: deadline)
    }

    private func nextDeadline(_ connection: Connection) -> Int64 {
        var deadline = connection.stageDeadline
        if connection.stage == .open {
            deadline = min(deadline, connection.serviceDeadline)
            guard connection.watched.mayRead else { return min(deadline, stallDeadline(connection)) }
            let patience = connection.isPinged ? options.heartbeatTimeout : options.heartbeatInterval
            deadline = min(deadline, connection.lastHeard + patience)
        } else if connection.stage == .streaming {
            deadline = min(deadline, connection.serviceDeadline)
        } else if case .until(let moment) = connection.pause {
            deadline = min(deadline, moment)
        }
        return min(deadline, stallDeadline(connection))
    }

    /// When a connection with a backlog is given up unless its peer takes something; a peer that is not read from cannot
    /// show in another way that it lives.
    private func stallDeadline(_ connection: Connection) -> Int64 {
        connection.backlog == nil ? .max : connection.lastProgress + options.heartbeatTimeout
    }

    /// A slow peer may have taken much of what the kernel holds before the socket has room again.
    private func isStalled(_ connection: Connection) -> Bool {
        guard stallDeadline(connection) <= loop.now else { return false }
        let before = connection.unacknowledged
        connection.noteProgress(at: loop.now)
        return connection.unacknowledged >= before
    }

    func passDeadlines(_ connection: Connection) {
        let now = loop.now
        if connection.stageDeadline <= now { return passStageDeadline(connection) }
        if isStalled(connection) {
            metrics.slowConsumers.add()
            connection.closeCode = options.closeCodes.tooSlow
            return abort(connection)
        }
        if connection.stage == .open, connection.serviceDeadline <= now {
            connection.serviceDeadline = .max
            service.deadlinePassed(connection)
        }
        if connection.stage == .streaming, connection.serviceDeadline <= now {
            connection.serviceDeadline = .max
            streams.deadlinePassed(connection)
        }
        if case .until(let moment) = connection.pause, moment <= now { throttle.resume(connection) }
        if connection.stage == .open, connection.watched.mayRead { passHeartbeat(connection, now) }
        if connection.stage != .ended { arm(connection) }
    }

    private func passStageDeadline(_ connection: Connection) {
        switch connection.stage {
        case .http: refuseLate(connection)
        case .receiving: bodies.passDeadline(connection)
        case .lingering where takesTheRest(connection):
            setStageDeadline(connection, after: patience(connection, options.lingerTimeout))
        case .closing, .lingering: abort(connection)
        case .answering, .streaming, .open, .ended:
            preconditionFailure("\(connection.stage) has no deadline of its own")
        }
    }

    /// A slow client has taken some of a response whose end the kernel holds.
    private func takesTheRest(_ connection: Connection) -> Bool {
        if connection.wasOpened || connection.endsAfterFlush { return false }
        let before = connection.unacknowledged
        connection.noteProgress(at: loop.now)
        return connection.unacknowledged < before
    }

    /// A request that has begun is told why it ends; a handshake that hangs or an idle connection is not.
    private func refuseLate(_ connection: Connection) {
        if connection.proxyHeader != nil { return clients.refuse(connection) }
        if let tls = connection.tls, !tls.isEstablished {
            connection.isHandshakeCounted = true
            metrics.tlsHandshakes[.timeout].add()
        }
        guard !connection.http.isIdle else { return end(connection) }
        refuse(connection, HTTPResponse(.requestTimeout, text: "The request did not come in time."))
    }

    private func passHeartbeat(_ connection: Connection, _ now: Int64) {
        let silence = now - connection.lastHeard
        if silence >= options.heartbeatTimeout {
            // Nobody is there to read a close frame.
            connection.closeCode = options.closeCodes.heartbeatLost
            abort(connection)
        } else if silence >= options.heartbeatInterval, !connection.isPinged {
            connection.isPinged = true
            queueFrame(connection) { FrameWriter.append(.ping, UnsafeRawBufferPointer(start: nil, count: 0), to: &$0) }
        }
    }
}
