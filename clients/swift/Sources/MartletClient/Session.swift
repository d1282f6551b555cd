/// The engine and its surroundings: one queue brings everything to it in order, and each of its outputs is done in
/// order.
actor Session {
    enum Message: Sendable {
        case input(Input)
        /// A call, which gets its number here.
        case call(@Sendable (Int) -> Input, Outcome<JSON>)
        case listen(AsyncStream<ClientEvent>.Continuation)
        /// Signals now, and when something of the store has changed that concerns the watcher.
        case watch(AsyncStream<Void>.Continuation, concerns: @Sendable (StoreChange) -> Bool)
        case ask(@Sendable (Engine) -> Void)
        /// This timer is due.
        case tick(timer: Int)
        /// There is no client any more.
        case end
    }

    private let engine: Engine
    let url: String
    let transport: any Transport
    private let headers: [(name: String, value: String)]
    private let token: @Sendable (Bool) async throws -> String
    private let clock: Clock
    private nonisolated let queue: AsyncStream<Message>.Continuation
    private nonisolated let storageCalls: AsyncStream<(call: Int, StorageCall)>.Continuation
    /// The number of the call that has all written when the client is gone.
    private static let lastWords = 0
    private var calls: [Int: Outcome<JSON>] = [:]
    private var lastCall = 0
    private var listeners: [Int: AsyncStream<ClientEvent>.Continuation] = [:]
    private var lastListener = 0
    private var watchers: [(signal: AsyncStream<Void>.Continuation, concerns: @Sendable (StoreChange) -> Bool)] = []
    private var connections: [Int: any Connection] = [:]
    private var timer: (number: Int, due: Int, task: Task<Void, Never>)?
    private var lastTimer = 0

    init(
        _ options: Engine.Options, url: String, transport: any Transport, options more: Client.Options,
        token: @escaping @Sendable (Bool) async throws -> String
    ) {
        self.url = url
        self.transport = transport
        self.token = token
        headers = more.headers
        clock = Clock(ahead: more.clockAhead)
        engine = Engine(options, at: clock.now, chance: { .random(in: 0..<1) })
        let (messages, queue) = AsyncStream.makeStream(of: Message.self)
        let (storageCalls, storage) = AsyncStream.makeStream(of: (call: Int, StorageCall).self)
        self.queue = queue
        self.storageCalls = storage
        Task { await run(messages) }
        Task { await serve(storageCalls, by: more.storage ?? MemoryStorage(), tell: queue) }
    }

    nonisolated func tell(_ message: Message) {
        queue.yield(message)
    }

    nonisolated func call(_ input: @escaping @Sendable (Int) -> Input) -> Outcome<JSON> {
        let outcome = Outcome<JSON>()
        if case .terminated = queue.yield(.call(input, outcome)) {
            Task { await outcome.settle(.failure(Self.gone)) }
        }
        return outcome
    }

    /// Something of the engine, after all that it was told before; nil if there is no client any more.
    nonisolated func ask<Value: Sendable>(_ value: @escaping @Sendable (Engine) -> Value) async -> Value? {
        await withCheckedContinuation { continuation in
            let asked = queue.yield(.ask { continuation.resume(returning: value($0)) })
            if case .terminated = asked { continuation.resume(returning: nil) }
        }
    }

    private static let gone = MartletError(name: "stopped", message: "the client is gone")

    private func run(_ messages: AsyncStream<Message>) async {
        for await message in messages {
            switch message {
            case .input(let input): await handle(input)
            case .call(let input, let outcome):
                lastCall += 1
                calls[lastCall] = outcome
                await handle(input(lastCall))
            case .listen(let listener):
                lastListener += 1
                listeners[lastListener] = listener
            case .watch(let signal, let concerns):
                signal.yield()
                watchers.append((signal, concerns))
            case .ask(let ask):
                // Messages that have ended since the last input are not shown.
                await handle(.time)
                ask(engine)
            case .tick(let number):
                // Of a timer that was cancelled too late.
                guard timer?.number == number else { break }
                timer = nil
                await handle(.time)
            case .end: await handle(.leave(call: Self.lastWords))
            }
        }
        timer?.task.cancel()
        storageCalls.finish()
        // Messages stay in the storage; nobody goes on with them here.
        for outcome in calls.values { await outcome.settle(.failure(Self.gone)) }
        for listener in listeners.values { listener.finish() }
        for watcher in watchers { watcher.signal.finish() }
    }

    private func handle(_ input: Input) async {
        for output in engine.handle(input, at: clock.now) { await perform(output) }
        setTimer()
    }

    private func perform(_ output: Output) async {
        switch output {
        case .connect(let number):
            connections[number] = transport.connect(url: url, headers: headers) { [queue] event in
                queue.yield(.input(event.input(of: number)))
            }
        case .send(let number, let text): connections[number]?.send(text)
        case .close(let number): connections.removeValue(forKey: number)?.close()
        case .askToken(let question, let isRefused): askToken(question, isRefused)
        case .event(let event): tellListeners(.event(event))
        case .state(let state):
            // A connection that the gateway has ended is not closed by the engine.
            if !state.isOpen, state != .connecting { connections = [:] }
            tellListeners(.state(state))
        case .unsaved(let error): tellListeners(.unsaved(error))
        case .storeLost(let error): tellListeners(.storeLost(error))
        case .storeChanged(let change):
            tellListeners(.storeChanged(change))
            watchers.removeAll { signal, concerns in
                guard concerns(change), case .terminated = signal.yield() else { return false }
                return true
            }
        case .outboxChanged: tellListeners(.outboxChanged)
        case .storage(let call, let storage): storageCalls.yield((call, storage))
        case .done(Self.lastWords, _): queue.finish()
        case .done(let call, let result): await calls.removeValue(forKey: call)?.settle(result)
        }
    }

    private func askToken(_ question: Int, _ isRefused: Bool) {
        Task { [token, queue] in
            do {
                queue.yield(.input(.token(question: question, try await token(isRefused))))
            } catch {
                // The application has none: the engine asks again later.
                queue.yield(.input(.token(question: question, nil)))
            }
        }
    }

    private func tellListeners(_ event: ClientEvent) {
        for (number, listener) in listeners {
            switch listener.yield(event) {
            case .enqueued(remaining: 1):
                listener.yield(.overflow)
                listener.finish()
                listeners[number] = nil
            case .terminated: listeners[number] = nil
            default: break
            }
        }
    }

    private func setTimer() {
        let due = engine.nextDue
        if timer?.due == due { return }
        timer?.task.cancel()
        timer = due.map { due in
            lastTimer += 1
            let task = Task { [queue, lastTimer] in
                // Rounded up, so that it is due then. After an hour the engine says anew how long it is.
                let wait = UInt64(min(max(0, due - clock.now.elapsed) + 1, 3_600_000)) * 1_000_000
                do {
                    try await Task.sleep(nanoseconds: wait)
                    queue.yield(.tick(timer: lastTimer))
                } catch {
                    // Another timer has taken its place.
                }
            }
            return (lastTimer, due, task)
        }
    }
}

extension TransportEvent {
    fileprivate func input(of connection: Int) -> Input {
        switch self {
        case .opened: .accepted(connection: connection)
        case .text(let text): .received(connection: connection, text: text)
        case .closed(let code, let reason): .closed(connection: connection, code: code, reason: reason)
        }
    }
}

/// Does what the engine asks of the storage, one call after the other.
private func serve(
    _ calls: AsyncStream<(call: Int, StorageCall)>, by storage: any Storage,
    tell queue: AsyncStream<Session.Message>.Continuation
) async {
    for await (call, asked) in calls {
        do {
            queue.yield(.input(.stored(call: call, .success(try await perform(asked, by: storage)))))
        } catch {
            let reason = error as? MartletError ?? MartletError(name: "internal", message: "\(error)")
            queue.yield(.input(.stored(call: call, .failure(reason))))
        }
    }
    await storage.close()
}

private func perform(_ call: StorageCall, by storage: any Storage) async throws -> [[StoredRow]] {
    switch call {
    case .read(let ranges):
        var rows: [[StoredRow]] = []
        for range in ranges {
            rows.append(try await storage.range(range.space, from: range.from, to: range.to, limit: range.limit))
        }
        return rows
    case .write(let changes): try await storage.write(changes)
    case .clear(let spaces): try await storage.clear(keeping: spaces)
    }
    return []
}
