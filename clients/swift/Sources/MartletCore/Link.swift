/// Keeps one session open: connects, opens the session, finds out when the connection is dead, and comes back as
/// the close code wants it.
final class Link {
    /// The id of `session.open`; other requests count from 1.
    private static let openID = 0
    /// How long a connection may take until its session is open.
    private static let connectPatience = 15_000
    /// How far the client stays below the gateway's rate: the user's other devices share it.
    private static let shareOfRate = 0.8

    /// Of whom the session is.
    struct Identity {
        let user: String
        let device: String
        let platform: String
    }

    /// The link's calls to the engine, in the order of the connection.
    struct Actions {
        let connect: (_ connection: Int) -> Void
        let send: (_ connection: Int, String) -> Void
        let close: (_ connection: Int) -> Void
        let askToken: (_ question: Int, _ isRefused: Bool) -> Void
        /// The device's positions, for `resume`.
        let positions: () -> JSON?
        let become: (ClientState) -> Void
        /// The reply to `session.open`, and whether positions were named in it.
        let login: (_ reply: JSON, _ named: JSON?) -> Void
        let event: (Event) -> Void
    }

    private(set) var state = ClientState.stopped
    private let scheduler: Scheduler
    private let identity: Identity
    private let actions: Actions
    private let requests: Requests
    private let tokens: Tokens
    private var reconnection = Reconnection()
    private var liveness: Liveness?
    private var refresh: TokenRefresh?
    /// Counts starts and stops, so that what an earlier run still waits for has no effect.
    private var run = 0
    private var lastConnection = 0
    /// The connection of now, and the token and the positions that its `session.open` has.
    private var connection: (number: Int, token: String, named: JSON?)?
    private var timer: Scheduler.Timer?

    init(_ scheduler: Scheduler, _ identity: Identity, _ actions: Actions) {
        self.scheduler = scheduler
        self.identity = identity
        self.actions = actions
        requests = Requests(scheduler)
        tokens = Tokens(scheduler, ask: actions.askToken)
    }

    /// Connects, and stays connected. A second call does nothing.
    func start() {
        guard state.isOver else { return }
        run += 1
        reconnection = Reconnection()
        connect()
    }

    /// Ends the session. Calls that wait for a reply fail.
    func stop() {
        if state == .stopped { return }
        end(.stopped, "the application has stopped the client")
    }

    /// The application is seen again, or the network is back.
    func wake() {
        if case .waiting(let retryAt, let reason) = state, retryAt - scheduler.now > 1000,
            reconnection.drainDelay == nil
        {
            wait(Int(scheduler.chance() * 1000), reason)
        }
        liveness?.wake()
    }

    func request(_ op: String, _ data: JSON, _ options: RequestOptions, _ done: @escaping (Reply) -> Void) {
        guard !state.isOver else {
            return scheduler.next {
                done(.failure(MartletError(name: "stopped", message: "the client is not started")))
            }
        }
        requests.request(op, data, options, done)
    }

    /// The application gives the token that it was asked for.
    func give(_ token: String?, to question: Int) {
        tokens.give(token, to: question)
    }

    private func connect() {
        let run = run
        become(.connecting)
        reconnection.begin()
        tokens.get(isRefused: reconnection.refusals > 0) { [weak self] result in
            guard let self, run == self.run else { return }
            switch result {
            case .success(let token): connect(token)
            case .failure(let error): wait(reconnection.afterFailure(scheduler.chance()), error)
            }
        }
    }

    private func connect(_ token: String) {
        lastConnection += 1
        let number = lastConnection
        connection = (number, token, actions.positions())
        timer = scheduler.after(Self.connectPatience) { [weak self] in
            self?.lose(number, code: 1006, reason: "no session in time")
        }
        actions.connect(number)
    }

    // MARK: - The connection

    func accepted(_ number: Int) {
        guard let connection, connection.number == number else { return }
        var data: JSON = [
            "token": JSON(connection.token), "device": JSON(identity.device), "platform": JSON(identity.platform),
            "user": JSON(identity.user), "lean": true,
        ]
        data["resume"] = connection.named
        let frame: JSON = ["id": JSON(Self.openID), "op": "session.open", "data": data]
        actions.send(number, frame.compactText)
    }

    func received(_ number: Int, _ text: String) {
        guard connection?.number == number else { return }
        do throws(MartletError) {
            let message = try JSON(parsing: text)
            guard case .object = message else {
                throw MartletError(name: "badReply", message: "a message is an object")
            }
            receive(number, message)
        } catch {
            lose(number, code: 1006, reason: error.message)
        }
    }

    func closed(_ number: Int, code: Int, reason: String) {
        lose(number, code: code, reason: reason, isClosed: true)
    }

    /// The connection has ended, or is taken as ended.
    private func lose(_ number: Int, code: Int, reason: String, isClosed: Bool = false) {
        guard connection?.number == number else { return }
        drop(isClosed: isClosed)
        let kick = reconnection.kick
        let name = kick?["reason"]?.string ?? nameOfClose(code)
        let error = MartletError(system: "close", code: code, name: name, message: reason)
        if let delay = reconnection.afterClose(code, now: scheduler.now, scheduler.chance()) {
            wait(delay, error)
        } else {
            end(.ended(reason: error, kick: kick), "the session was ended: \(name)")
        }
    }

    private func receive(_ number: Int, _ message: JSON) {
        liveness?.heard()
        if let name = message["event"]?.string {
            take(Event(name, message["data"] ?? [:], stream: message["stream"]?.string, seq: message["seq"]?.int))
        } else if message["id"]?.int != Self.openID {
            requests.receive(message)
        } else if let error = message["error"] {
            refused(MartletError(error))
        } else if !state.isOpen {
            open(number, message["ok"] ?? [:])
        }
    }

    private func open(_ number: Int, _ reply: JSON) {
        scheduler.cancel(timer)
        reconnection.opened(scheduler.now)
        let interval = max(1, reply["heartbeat"]?["intervalMilliseconds"]?.int ?? 25_000)
        let liveness = Liveness(
            scheduler, interval: interval, requests: requests, probe: { [weak self] in self?.probe() },
            dead: { [weak self] in self?.lose(number, code: 1006, reason: "the connection is dead") })
        self.liveness = liveness
        refresh = TokenRefresh(scheduler) { [weak self] done in self?.refreshToken(number, done) }
        let limit = reply["limits"]?["requests"]
        let perSecond = (limit?["perSecond"]?.double ?? 50) * Self.shareOfRate
        let burst = (limit?["burst"]?.double ?? 100) * Self.shareOfRate
        requests.open(
            perSecond: max(1, perSecond), burst: max(1, burst.rounded(.down)),
            retryHours: reply["limits"]?["retryHours"]?.double
        ) { [actions] text in
            actions.send(number, text)
            liveness.asked()
        }
        let clockOffset = (reply["serverTime"]?.int ?? scheduler.now) - scheduler.now
        become(.open(session: reply["session"]?.string ?? "", clockOffset: clockOffset))
        actions.login(reply, connection?.named)
    }

    private func probe() {
        var options = RequestOptions(timeout: 0)
        options.isUrgent = true
        // Any answer is a sign of life.
        request("session.list", [:], options) { _ in }
    }

    /// The gateway has refused `session.open`.
    private func refused(_ error: MartletError) {
        drop()
        if let delay = reconnection.afterRefusal(error, scheduler.chance()) {
            wait(delay, error)
        } else {
            end(.ended(reason: error, kick: nil), error.message)
        }
    }

    private func take(_ event: Event) {
        reconnection.heard(event.name, event.data)
        if event.name == "session.expiring", let offset = state.clockOffset, let end = event.data["expiresAt"]?.int {
            refresh?.due(end * 1000 - offset)
        }
        actions.event(event)
    }

    /// A token that came too late for its session is not sent: the next session asks anew.
    private func refreshToken(_ number: Int, _ done: @escaping (Bool) -> Void) {
        tokens.get(isRefused: false) { [weak self] result in
            guard let self, connection?.number == number else { return done(true) }
            guard case .success(let token) = result else { return done(false) }
            var options = RequestOptions()
            options.isUrgent = true
            request("session.refresh", ["token": JSON(token)], options) { reply in
                if case .success = reply { done(true) } else { done(false) }
            }
        }
    }

    private func wait(_ milliseconds: Int, _ reason: MartletError) {
        let run = run
        scheduler.cancel(timer)
        become(.waiting(retryAt: scheduler.now + milliseconds, reason: reason))
        timer = scheduler.after(milliseconds) { [weak self] in
            if let self, run == self.run { connect() }
        }
    }

    /// - Parameter message: for the calls that wait
    private func end(_ state: ClientState, _ message: String) {
        run += 1
        drop()
        scheduler.cancel(timer)
        requests.stop(MartletError(name: "stopped", message: message))
        become(state)
    }

    private func drop(isClosed: Bool = false) {
        guard let number = connection?.number else { return }
        connection = nil
        liveness?.stop()
        liveness = nil
        scheduler.cancel(timer)
        refresh?.stop()
        refresh = nil
        requests.close()
        if !isClosed { actions.close(number) }
    }

    private func become(_ state: ClientState) {
        self.state = state
        actions.become(state)
    }
}
