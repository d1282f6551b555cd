import ClientProtocol
import JSON
import Transport

/// A session's requests since the first that waits for a hook, in the order in which they came: those that hooks are asked
/// about beside each other, then messages that nobody has looked at.
final class RequestLine {
    /// A request that a hook is asked about.
    final class Place {
        /// Set when the hook has decided.
        var finish: HookRunner.Finish?
    }

    fileprivate var places: [Place] = []
    fileprivate private(set) var messages: [[UInt8]] = []
    private var bytes = 0
    fileprivate var isMoving = false

    fileprivate var isEmpty: Bool { places.isEmpty && messages.isEmpty }
    /// The client's connection is not read any more.
    fileprivate var isFull: Bool { messages.count >= mostWaiting || bytes >= mostBytes }
    fileprivate var hasRoom: Bool { messages.count <= mostWaiting / 2 && bytes <= mostBytes / 2 }

    fileprivate func append(_ message: UnsafeRawBufferPointer) {
        messages.append(Array(message))
        bytes += message.count
    }

    fileprivate func removeFirstMessage() {
        bytes -= messages.removeFirst().count
    }
}

/// Keeps the order of sessions' requests while hooks are asked: what comes later waits, and is carried out in its turn, also if
/// the connection has gone by then.
final class RequestLines {
    private let link: ShardLink
    private let runner: WorkRunner
    private let hooks: HookRunner
    private let document = JSONDocument()

    init(_ link: ShardLink, _ runner: WorkRunner, _ hooks: HookRunner) {
        self.link = link
        self.runner = runner
        self.hooks = hooks
    }

    /// Whether the message has to wait. If too many do, the connection is not read any more.
    func keep(_ message: UnsafeRawBufferPointer, of session: Session, on connection: Connection) -> Bool {
        guard let line = session.line, !line.isEmpty else { return false }
        if line.messages.isEmpty && mayBegin(message, in: line) { return false }
        line.append(message)
        if line.isFull { link.hold(connection, true, of: session, for: .hooks) }
        return true
    }

    /// Has a hook decide about a change that the session wants.
    func enter(
        _ call: ConnectionCall, _ work: Work, _ handle: @escaping (Request, UserCaller) throws(Refusal) -> Work,
        by session: Session, deciding endpoint: HookEndpoint
    ) {
        let caller = session.caller
        var pending = call.pending()
        pending.counter = session
        let request = HookedRequest(
            call.request, by: caller, Call(call.request, by: Caller(session), nil, work, keepsData: true), of: session,
            paidBy: runner.payer(session.userMeter), deciding: endpoint, pending, runner
        ) { request throws(Refusal) in try handle(request, caller) }
        let line = session.line ?? RequestLine()
        session.line = line
        let place = RequestLine.Place()
        line.places.append(place)
        hooks.decide(about: request) { [self, gateway = call.gateway, connection = call.connection] finish in
            place.finish = finish
            move(line, of: session, on: connection, gateway)
        }
    }

    /// Carries out what can be carried out now.
    private func move(
        _ line: RequestLine, of session: Session, on connection: Connection, _ gateway: ShardGateway
    ) {
        if line.isMoving { return }
        line.isMoving = true
        while true {
            if let finish = line.places.first?.finish {
                line.places.removeFirst()
                finish()
            } else if let message = line.messages.first, line.places.isEmpty || mayBegin(message, in: line) {
                line.removeFirstMessage()
                message.withUnsafeBytes { gateway.carryOut($0, from: .user(session), on: connection) }
            } else {
                break
            }
        }
        line.isMoving = false
        if line.hasRoom { link.hold(connection, false, of: session, for: .hooks) }
    }

    /// Whether a hook can be asked about the message while it is about those before it.
    private func mayBegin(_ message: [UInt8], in line: RequestLine) -> Bool {
        message.withUnsafeBytes { mayBegin($0, in: line) }
    }

    private func mayBegin(_ message: UnsafeRawBufferPointer, in line: RequestLine) -> Bool {
        guard line.places.count < mostAsks, let envelope = try? RequestEnvelope(message, document: document),
            let entry = link.context.operations[envelope.operation.string ?? ""]
        else { return false }
        return !entry.operation.asksHookLater && link.context.hooks?[entry.index] != nil
    }
}

/// Of one session, beside each other.
private let mostAsks = 8
/// Messages that wait behind them before the connection is read no more, and their bytes.
private let mostWaiting = 64
private let mostBytes = 262_144
