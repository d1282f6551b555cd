import Foundation
import MartletClient

#if canImport(MartletApple)
import MartletApple
import MartletStore
#else
import MartletLinux
#endif

/// `fail` of a vendor: a code and a text.
package typealias Fail = (Int32, String?) -> Void

/// Where the gateway is, and what an application may set beside it.
package struct FacadeSettings: Sendable {
    package let url: String
    /// The device's name, which the application keeps.
    package let device: String
    /// Callbacks and listeners are called there.
    package let queue: DispatchQueue
    /// Gives another token when that of `login` has ended.
    package let token: (@Sendable () async throws -> String)?
    /// Whether conversations and messages are kept on the device.
    package let keepsStore: Bool
    /// For how many milliseconds a call waits for a connection.
    package let patience: Int
    /// Where it is kept. If this is nil: in the application's container on Apple's systems, in memory on Linux.
    package let storage: (any Storage)?

    package init(
        url: String, device: String, queue: DispatchQueue = .main,
        token: (@Sendable () async throws -> String)? = nil, keepsStore: Bool = false, patience: Int = 30_000,
        storage: (any Storage)? = nil
    ) {
        self.url = url
        self.device = device
        self.queue = queue
        self.token = token
        self.keepsStore = keepsStore
        self.patience = patience
        self.storage = storage
    }
}

/// The client behind a vendor's shared objects: who is signed in, and how the application is told.
package final class FacadeClient: Sendable {
    private struct Current {
        var settings: FacadeSettings?
        var user: SignedIn?
    }

    /// Of the gateway's systems, the vendor's own: its codes stay as they are.
    private let system: String
    private let current = Guarded(Current())

    package init(system: String) {
        self.system = system
    }

    package func start(_ settings: FacadeSettings) {
        current.with { $0.settings = settings }
    }

    package var queue: DispatchQueue { current.with { $0.settings?.queue } ?? .main }

    package var patience: Int { current.with { $0.settings?.patience } ?? 0 }

    /// Of the user who has signed in, or tried to.
    package var client: Client? { current.with { $0.user?.client } }

    package var signedIn: Client {
        get throws(MartletError) {
            guard let client else {
                throw MartletError(system: "tim", code: 6014, name: "notLoggedIn", message: "nobody has signed in")
            }
            return client
        }
    }

    /// Signs a user in, in place of the one before.
    ///
    /// - Parameters:
    ///   - hear: gets all news, one after another
    ///   - prepare: what comes before the connection
    package func login(
        _ name: String, token: String, succ: (() -> Void)?, fail: Fail?,
        hear: @escaping @Sendable (ClientEvent) async -> Void = { _ in },
        prepare: (@Sendable (Client) async throws -> Void)? = nil
    ) {
        let callbacks = Callbacks<Void>(succ: { succ?() }, fail: fail, of: self)
        do {
            guard let settings = current.with({ $0.settings }) else {
                throw MartletError(name: "notStarted", message: "start(url:device:) comes first")
            }
            let user = try SignedIn(name, token, settings)
            let former = current.with { current in
                defer { current.user = user }
                return current.user
            }
            let answer = LoginAnswer(callbacks, of: user)
            answer.follow(user.client.events(limit: .max), hear)
            // At once, so that what the application asks for next comes after it.
            if former == nil, prepare == nil { _ = user.client.beginConnecting() }
            Task {
                do {
                    try await former?.end()
                    try await prepare?(user.client)
                    if client === user.client { try await user.client.connect() }
                } catch {
                    answer.tell(.failure(MartletError(error)))
                }
            }
            answer.fail(after: settings.patience)
        } catch {
            callbacks.tell(.failure(MartletError(error)))
        }
    }

    /// Ends the session. What is kept on the device stays.
    package func logout(succ: (() -> Void)?, fail: Fail?) {
        let user = current.with { $0.user.take() }
        run(fail, { try await user?.end() }, { _ in succ?() })
    }

    /// Asks for an operation. Requests go in the order of the calls.
    package func ask<Value: JSONRepresentable>(
        _ op: String, _ data: JSON, _ fail: Fail?, _ succ: @escaping (Value) -> Void
    ) {
        do {
            let outcome = try signedIn.begin(op, data)
            run(fail, { try Value(json: await outcome.value) }, succ)
        } catch {
            run(fail, { throw error }, succ)
        }
    }

    /// Does more than one request takes, and tells `succ` or `fail` once.
    package func run<Value: Sendable>(
        _ fail: Fail?, _ work: @escaping @Sendable () async throws -> Value, _ succ: @escaping (Value) -> Void
    ) {
        let callbacks = Callbacks(succ: succ, fail: fail, of: self)
        Task {
            do {
                callbacks.tell(.success(try await work()))
            } catch {
                callbacks.tell(.failure(MartletError(error)))
            }
        }
    }

    /// As the vendor's applications know it: other systems' codes are negative, and the text names them.
    package func told(_ error: MartletError) -> (Int32, String) {
        if error.system == system { return (Int32(clamping: error.code), error.message) }
        let code = error.system == "client" ? error.name : "\(error.code)"
        return (-Int32(clamping: max(1, error.code)), "\(error.system) \(code): \(error.message)")
    }
}

/// The application's two functions, of which one is called, on its queue alone: they need not be `Sendable`.
private struct Callbacks<Value: Sendable>: @unchecked Sendable {
    private let succ: (Value) -> Void
    private let fail: Fail?
    private let facade: FacadeClient

    init(succ: @escaping (Value) -> Void, fail: Fail?, of facade: FacadeClient) {
        self.succ = succ
        self.fail = fail
        self.facade = facade
    }

    func tell(_ result: Result<Value, MartletError>) {
        facade.queue.async {
            switch result {
            case .success(let value): succ(value)
            case .failure(let error):
                let (code, text) = facade.told(error)
                fail?(code, text)
            }
        }
    }
}

/// A user with a client, and the place where its rows are.
private final class SignedIn: Sendable {
    let client: Client
    private let storage: (any Storage)?
    /// Keeps the client in step with the device.
    private let device: Guarded<(any Sendable)?>

    init(_ user: String, _ token: String, _ settings: FacadeSettings) throws {
        var options = Client.Options()
        options.keepsPositions = true
        options.keepsStore = settings.keepsStore
        #if canImport(MartletApple)
        let file = try settings.storage == nil ? SQLiteStorage.onDevice(gateway: settings.url, user: user) : nil
        storage = settings.storage ?? file
        let transport = URLSessionTransport()
        #else
        storage = settings.storage
        let transport = LinuxTransport()
        #endif
        options.storage = storage
        let isFirst = Guarded(true)
        client = Client(
            url: settings.url, user: user, device: settings.device, transport: transport, options: options
        ) { _ in
            let isFirst = isFirst.with { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if let another = settings.token, !isFirst { return try await another() }
            return token
        }
        #if canImport(MartletApple)
        device = Guarded(DeviceEvents(client) { try await file?.flush() })
        #else
        device = Guarded(nil)
        #endif
    }

    /// The login has failed. The rows of the device can still be read.
    func giveUp() {
        device.with { $0 = nil }
        client.disconnect()
    }

    /// Another client can have the rows then.
    func end() async throws {
        device.with { $0 = nil }
        try await client.leave()
        await storage?.close()
    }
}

/// Tells once how a login has ended.
private final class LoginAnswer: Sendable {
    private let callbacks: Guarded<Callbacks<Void>?>
    private let user: Guarded<Weak<SignedIn>>

    init(_ callbacks: Callbacks<Void>, of user: SignedIn) {
        self.callbacks = Guarded(callbacks)
        self.user = Guarded(Weak(user))
    }

    func tell(_ result: Result<Void, MartletError>) {
        guard let callbacks = callbacks.with({ $0.take() }) else { return }
        if case .failure = result { user.with { $0.value }?.giveUp() }
        callbacks.tell(result)
    }

    func follow(_ events: AsyncStream<ClientEvent>, _ hear: @escaping @Sendable (ClientEvent) async -> Void) {
        Task {
            for await event in events {
                if case .state(let state) = event, let result = state.outcomeOfLogin { tell(result) }
                await hear(event)
            }
            tell(.failure(MartletError(name: "stopped", message: "the user was signed out")))
        }
    }

    func fail(after milliseconds: Int) {
        Task {
            try await Task.sleep(nanoseconds: UInt64(milliseconds) * 1_000_000)
            tell(.failure(MartletError(name: "timeout", message: "there is no connection to the gateway")))
        }
    }
}

extension ClientState {
    /// Nil as long as the login goes on. A connection that is lost is tried again; a refusal is an answer.
    fileprivate var outcomeOfLogin: Result<Void, MartletError>? {
        switch self {
        case .open: .success(())
        case .ended(let reason, _): .failure(reason)
        case .stopped: .failure(MartletError(name: "stopped", message: "the user was signed out"))
        case .waiting(_, let reason) where !["close", "gw"].contains(reason.system): .failure(reason)
        case .waiting, .connecting: nil
        }
    }
}

extension MartletError {
    package init(_ error: any Error) {
        self = error as? MartletError ?? MartletError(name: "internal", message: "\(error)")
    }
}
