import CLinux
import Client
import Commands
import Framing
import Glibc
import JSON

/// A session between a terminal, or a script, and a gateway.
struct TerminalClient {
    /// How long the last replies may take when nothing more is to be sent.
    private static let patience = Duration.seconds(10)

    private let session: ClientSession
    private var input = LineInput(descriptor: STDIN_FILENO)
    private let isInteractive = isatty(STDIN_FILENO) == 1
    private let showsDirection = isatty(STDOUT_FILENO) == 1
    private var awaited: Set<UInt64> = []
    private var refusals = 0
    /// How the gateway closed the connection.
    private var end: (code: CloseCode?, reason: String)?

    init(_ connection: ClientConnection) {
        session = ClientSession(connection)
    }

    /// Returns the exit code.
    mutating func run(opening: String, _ requests: [TypedRequest]) throws -> Int32 {
        guard try open(opening) else { return ExitCode.noPermission }
        for request in requests { try send(request, isTyped: false) }
        // Without a terminal, requests on the command line are all there is.
        var readsInput = isInteractive || requests.isEmpty
        while readsInput && end == nil {
            try wait(readsInput: true, by: nil)
            readsInput = !input.hasEnded
        }
        try finish()
        if !awaited.isEmpty { return ExitCode.failure }
        return refusals == 0 || isInteractive ? ExitCode.success : ExitCode.refused
    }

    private mutating func open(_ data: String) throws -> Bool {
        let id = try session.send("session.open", data)
        awaited = [id]
        let deadline = Deadline.after(Self.patience)
        while awaited.contains(id) && end == nil {
            guard try wait(readsInput: false, by: deadline) else { throw overdue("reply to session.open") }
        }
        defer { refusals = 0 }
        return refusals == 0
    }

    /// Waits for what is still owed, then closes.
    private mutating func finish() throws {
        let deadline = Deadline.after(Self.patience)
        while !awaited.isEmpty && end == nil {
            guard try wait(readsInput: false, by: deadline) else { throw overdue("reply") }
        }
        if let end {
            // 1000 is what session.close asked for.
            guard end.code == .normal else {
                let code = end.code.map { "with \($0.rawValue)" } ?? "without a close frame"
                throw CommandFailure(
                    reason: "the gateway has closed the connection \(code): \(end.reason)", exitCode: ExitCode.failure)
            }
            return
        }
        try session.connection.close()
        _ = try session.connection.receive(within: .seconds(2))
    }

    private func overdue(_ awaited: String) -> CommandFailure {
        CommandFailure(reason: "no \(awaited) came in time", exitCode: ExitCode.failure)
    }

    // MARK: - Both directions

    /// Takes in what has come, or waits until something comes. False: the deadline passed first.
    @discardableResult
    private mutating func wait(readsInput: Bool, by deadline: Deadline?) throws -> Bool {
        // TLS may hold messages that poll(2) does not know of.
        if try receive() { return true }
        var ready = [pollfd(fd: session.connection.channel.descriptor, events: Int16(POLLIN), revents: 0)]
        if readsInput { ready.append(pollfd(fd: input.descriptor, events: Int16(POLLIN), revents: 0)) }
        let count = poll(&ready, nfds_t(ready.count), deadline?.milliseconds ?? -1)
        let code = martlet_errno()
        guard count >= 0 || code == EINTR else {
            throw CommandFailure(reason: "poll: \(String(cString: strerror(code)))", exitCode: ExitCode.failure)
        }
        if readsInput && ready[1].revents != 0 {
            for line in try input.read() { try take(line) }
        }
        return count > 0 || deadline?.hasPassed != true
    }

    /// Prints what has come. False: nothing had.
    private mutating func receive() throws -> Bool {
        var hasReceived = false
        while end == nil, let event = try session.connection.poll() {
            hasReceived = true
            switch event {
            case .text(let text):
                note(try ServerMessage(text))
                let line = try JSONDocument().parse(text, limits: ServerMessage.limits).compactText
                say((showsDirection ? "← " : "") + line + "\n")
            case .closed(let code, let reason): end = (code, reason)
            case .ended: end = (nil, "it ended")
            case .binary, .ping, .pong: break
            }
        }
        return hasReceived
    }

    private mutating func note(_ message: ServerMessage) {
        guard case .reply(let id, let reply) = message else { return }
        if let id { awaited.remove(id) }
        if reply.error != nil { refusals += 1 }
    }

    /// A line of standard input. Empty ones and those that begin with # say nothing.
    private mutating func take(_ line: String) throws {
        let text = line.drop(while: \.isWhitespace)
        if text.isEmpty || text.hasPrefix("#") { return }
        guard let request = TypedRequest(line) else {
            complain("'\(line)' is not a request: write an operation and, if it has data, a JSON object\n")
            refusals += 1
            return
        }
        try send(request, isTyped: true)
    }

    private mutating func send(_ request: TypedRequest, isTyped: Bool) throws {
        if showsDirection && !isTyped { say("→ \(request.operation) \(request.data ?? "")\n") }
        awaited.insert(try session.send(request.operation, request.data))
    }
}
