import Chat
import ClientProtocol
import Dispatch
import Domain
import EventLoop
import Locking
import Push
import Storage

extension PushDispatcher {
    /// P-27: by a connection of its own, beside all that waits. For operators, who wait for it.
    func test(_ user: UserID, on device: String) throws(CommandError) -> PushResult {
        guard let store = store else { throw .refused(.noProvider) }
        let found = store.waitToRead { store throws(StoreError) in try Pushes.addresses(of: user, in: store) }
        guard let found else { throw .refused(.unavailable) }
        guard let addresses = found else { throw .refused(.noAccount, keys: ["userID"]) }
        // Apple wants a call shown for each push to a token for calls.
        guard let address = addresses.first(where: { $0.device == device && $0.service.provider != .apnsVoip }) else {
            throw .refused(.badRequest, "the user has no such device that gets pushes", keys: ["device"])
        }
        guard let provider = provider(of: address.service) else { throw .refused(.noProvider) }
        do throws(SystemError) {
            return try send(trial(to: address, of: user), by: provider)
        } catch {
            throw .refused(.unavailable, "\(error)")
        }
    }

    private func trial(to address: PushAddress, of user: UserID) -> PushRequest {
        let now = Milliseconds(Clock.wall)
        let content = PushContent(title: "Martlet", body: "Test")
        return PushRequest(
            id: Int64.random(in: 1...(.max)), token: address.token, text: "Test", content: content,
            plain: templates.content(
                of: PushParts(.standard(.hidden)), in: address.preferences.language, showing: .none),
            badge: 0, forced: false, payload: trialPayload, conversation: nil, message: "test-\(now.rawValue)",
            user: user.text, sentAt: now, expiresAt: now + 60_000, attempt: 0)
    }

    private func send(_ request: PushRequest, by provider: Provider) throws(SystemError) -> PushResult {
        let done = DispatchSemaphore(value: 0)
        let results = Lock<[PushResult]>([])
        let client = try ProviderClient(provider, options: trialOptions) { answers in
            results.withLock { $0 += answers }
            done.signal()
        } hasRoom: {
        }
        defer { client.stop() }
        client.send([request])
        // With a token that is asked for before.
        let wait = DispatchTimeInterval.milliseconds(2 * trialOptions.answerMilliseconds + 1_000)
        _ = done.wait(timeout: .now() + wait)
        return results.withLock { $0.first } ?? .none(for: request.id)
    }

    private var trialOptions: ProviderClientOptions {
        var options = clientOptions
        options.answerMilliseconds = min(options.answerMilliseconds, 5_000)
        options.connectMilliseconds = min(options.connectMilliseconds, 5_000)
        return options
    }

    /// It changes no number that the device shows.
    private var trialPayload: PushPayload {
        var payload = PushPayload()
        payload.hasBadge = false
        return payload
    }
}
