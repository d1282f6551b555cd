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
    /// For how many milliseconds a login waits for a connection.
    package let patience: Int

    package init(
        url: String, device: String, queue: DispatchQueue = .main,
        token: (@Sendable () async throws -> String)? = nil, patience: Int = 30_000
    ) {
        self.url = url
        self.device = device
        self.queue = queue
        self.token = token
        self.patience = patience
    }
}

/// The client behind a vendor's shared objects: who is signed in, and how the application is told.
package final class FacadeClient: Sendable {
    private struct Login {
        var settings: FacadeSettings?
        var client: Client?
        #if canImport(MartletApple)
        var device: DeviceEvents?
        #endif
    }

    /// Of the gateway's systems, the vendor's own: its codes stay as they are.
    private let system: String
    private let login = Guarded(Login())

    package init(system: String) {
        self.system = system
    }

    package func start(_ settings: FacadeSettings) {
        login.with { $0.settings = settings }
    }

    package var queue: DispatchQueue { login.with { $0.settings?.queue } ?? .main }

    /// Nil before the first login.
    package var client: Client? { login.with { $0.client } }

    /// Signs a user in, in place of the one before. `hear` gets all news from here on, one after another.
    package func login(
        _ user: String, token: String, succ: (() -> Void)?, fail: Fail?,
        hear: @escaping @Sendable (ClientEvent) -> Void
    ) {
        let callbacks = Callbacks<Void>(succ: { succ?() }, fail: fail, of: self)
        guard let settings = login.with({ $0.settings }) else {
            return callbacks.tell(.failure(MartletError(name: "notStarted", message: "start(url:device:) comes first")))
        }
        let client: Client
        do {
            client = try settings.client(user, token)
        } catch {
            return callbacks.tell(.failure(MartletError(error)))
        }
        let former = login.with { login in
            defer { login.client = client }
            #if canImport(MartletApple)
            login.device = DeviceEvents(client)
            #endif
            return login.client
        }
        former?.disconnect()
        let events = client.events(limit: .max)
        let waiting = Guarded<Callbacks<Void>?>(callbacks)
        let settle: @Sendable (Result<Void, MartletError>) -> Void = { [weak client] result in
            guard let callbacks = waiting.with({ $0.take() }) else { return }
            if case .failure = result { client?.disconnect() }
            callbacks.tell(result)
        }
        Task {
            for await event in events {
                if case .state(let state) = event, let result = state.outcomeOfLogin { settle(result) }
                hear(event)
            }
            settle(.failure(MartletError(name: "stopped")))
        }
        Task { [connecting = client.beginConnecting()] in
            do {
                _ = try await connecting.value
                try await Task.sleep(nanoseconds: UInt64(settings.patience) * 1_000_000)
                settle(.failure(MartletError(name: "timeout", message: "there is no connection to the gateway")))
            } catch {
                settle(.failure(MartletError(error)))
            }
        }
    }

    /// Ends the session. What is kept on the device stays.
    package func logout(succ: (() -> Void)?, fail: Fail?) {
        let client = login.with { login in
            #if canImport(MartletApple)
            login.device = nil
            #endif
            return login.client.take()
        }
        run(fail, { try await client?.leave() }, { _ in succ?() })
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

    package var signedIn: Client {
        get throws(MartletError) {
            guard let client else { throw MartletError(system: "tim", code: 6014, name: "notLoggedIn") }
            return client
        }
    }

    /// As the vendor's applications know it: other systems' codes are negative, and the text names them.
    fileprivate func told(_ error: MartletError) -> (Int32, String) {
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

extension FacadeSettings {
    fileprivate func client(_ user: String, _ token: String) throws -> Client {
        var options = Client.Options()
        options.keepsPositions = true
        #if canImport(MartletApple)
        options.storage = try SQLiteStorage.onDevice(gateway: url, user: user)
        let transport = URLSessionTransport()
        #else
        let transport = LinuxTransport()
        #endif
        let isFirst = Guarded(true)
        return Client(url: url, user: user, device: device, transport: transport, options: options) { isRefused in
            let isFirst = isFirst.with { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            if let another = self.token, !isFirst { return try await another() }
            return token
        }
    }
}

extension State {
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
