import Chat
import ClientProtocol
import Domain
import JSON
import Push
import Routing
import ServerAPI
import Settings
import Storage

extension OperationTable {
    static let pushHandlers: [(Operation, Handler)] = [
        (PushOperations.register, .user(PushHandlers.registerPushes)),
        (PushOperations.unregister, .user(PushHandlers.unregisterPushes)),
        (PushOperations.devices, .user(PushHandlers.listPushDevices)),
        (PushOperations.webPushKey, .user(PushHandlers.readWebPushKey)),
        (PushOperations.setQuietHours, .user(PushHandlers.setQuietHours)),
        (PushOperations.getQuietHours, .user(PushHandlers.getQuietHours)),
        (PushOperations.explain, .user(PushHandlers.explainPush)),
        (PushOperations.explainToAdministrator, .admin(PushHandlers.explainPush)),
        (PushOperations.devicesOfUser, .admin(PushHandlers.listPushDevices)),
        (PushOperations.unregisterForUser, .admin(PushHandlers.unregisterPushes)),
    ]
}

/// Push devices, quiet hours, and why a message was pushed or not.
enum PushHandlers {
    static func registerPushes(_ call: Call, _ session: Session) throws(Refusal) {
        let provider = try call(PushOperations.provider)
        guard call.context.configuration.pushProviders.contains(provider) else {
            throw Refusal(.noProvider, keys: ["provider"])
        }
        let token = try call(PushOperations.token)
        if let objection = provider.objection(to: token) {
            throw Refusal(
                call.operation.badParameter, "token is not valid for \(provider.rawValue): \(objection)",
                keys: ["token"])
        }
        let key = provider.key(of: token)
        call.change(by: session) { [record = session.record, account = session.account] chat in
            try chat.pushAddresses.register(
                token, key: key, at: provider, device: record.device, record.platform, of: account)
            return { _ in }
        }
    }

    static func unregisterPushes(_ call: Call, _ session: Session) throws(Refusal) {
        let device = try call(PushOperations.device) ?? session.record.device
        call.change(by: session) { [account = session.account] chat in
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: account)
            return { $0.field("unregistered", wasRegistered) }
        }
    }

    static func listPushDevices(_ call: Call, _ session: Session) throws(Refusal) {
        call.read(for: session) { [account = session.account] transaction in
            let addresses = try PushAddresses.pushAddresses(of: account, in: transaction)
            return { $0.devices(addresses) }
        }
    }

    static func listPushDevices(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call.pushedUser()
        call.read(for: session) { transaction in
            guard let addresses = try PushAddresses.pushAddresses(of: user, in: transaction) else {
                throw Refusal(.noAccount, keys: ["userID"])
            }
            return { $0.devices(addresses) }
        }
    }

    static func unregisterPushes(_ call: Call, _ session: AdminSession) throws(Refusal) {
        let user = try call.pushedUser()
        let device = try call(PushOperations.anyDevice)
        call.change(by: session) { chat in
            guard let account = try chat.accounts.number(of: user) else { throw Refusal(.noAccount, keys: ["userID"]) }
            let wasRegistered = try chat.pushAddresses.unregister(device: device, of: account)
            return { $0.field("unregistered", wasRegistered) }
        }
    }

    static func readWebPushKey(_ call: Call, _ session: Session) throws(Refusal) {
        guard let key = call.context.pushDispatcher.webPushKey else { throw Refusal(.noProvider) }
        call.reply { $0.field("key", key) }
    }

    // MARK: - Do not disturb

    static func setQuietHours(_ call: Call, _ session: Session) throws(Refusal) {
        let hours = QuietHours(
            isOn: try call(PushOperations.enabled), start: try call(PushOperations.start),
            end: try call(PushOperations.end), offset: Int64(try call(PushOperations.offset)))
        call.change(by: session) { [account = session.account] chat in
            try chat.pushAddresses.setQuietHours(hours, of: account)
            return { _ in }
        }
    }

    static func getQuietHours(_ call: Call, _ session: Session) throws(Refusal) {
        call.read(for: session) { [account = session.account] transaction in
            let hours = try PushAddresses.quietHours(of: account, in: transaction)
            return { $0.quietHours(hours) }
        }
    }

    // MARK: - Why

    static func explainPush(_ call: Call, _ session: Session) throws(Refusal) {
        let explanation = try call.explainer(of: session.record.user)
        call.read(for: session) { transaction in
            let explanation = try explanation(transaction)
            return { $0.explanation(explanation) }
        }
    }

    static func explainPush(_ call: Call, _ session: AdminSession) throws(Refusal) {
        guard let user = UserID(try call(PushOperations.user)) else { throw Refusal(.noMessage, keys: ["userID"]) }
        let explanation = try call.explainer(of: user)
        call.read(for: session) { transaction in
            let explanation = try explanation(transaction)
            return { $0.explanation(explanation) }
        }
    }
}

extension Call {
    /// Of an administrator's request.
    fileprivate func pushedUser() throws(Refusal) -> UserID {
        guard let user = UserID(try self(PushOperations.user)) else { throw Refusal(.noAccount, keys: ["userID"]) }
        return user
    }

    fileprivate func explainer(
        of user: UserID
    ) throws(Refusal) -> @Sendable (any Transaction) throws -> PushExplanation {
        let configuration = context.configuration
        // What is no id is no message.
        let message = Int64(try self(PushOperations.message)) ?? 0
        let cutoff = configuration.pushCutoff
        let hasProviders = !configuration.pushProviders.isEmpty
        return { transaction in
            try PushExplanation.explain(
                of: message, to: user, hasProviders: hasProviders, cutoff: cutoff, in: transaction)
        }
    }
}

extension JSONWriter {
    mutating func quietHours(_ hours: QuietHours) {
        field("enabled", hours.isOn)
        field("start", QuietHours.text(hours.start))
        field("end", QuietHours.text(hours.end))
        field("utcOffset", hours.offset)
    }

    fileprivate mutating func explanation(_ explanation: PushExplanation) {
        switch explanation.conclusion {
        case .undecided:
            null("pushed")
        case .notPushed(let obstacle):
            field("pushed", false)
            field("reason", obstacle.rawValue)
            field("rule", obstacle.rule)
        case .pushed(let deliveries):
            field("pushed", true)
            field("rule", deliveries[0].isForced ? "T-54" : "X-M13" as StaticString)
            field("text", explanation.text)
            field("badge", deliveries[0].badge)
            field("forced", deliveries[0].isForced)
            if deliveries[0].isLate { field("sessionLost", true) }
            array("devices") { json in
                for delivery in deliveries { json.object { $0.delivery(delivery) } }
            }
        }
    }

    private mutating func delivery(_ delivery: PushExplanation.DeviceResult) {
        device(delivery.device, delivery.platform, delivery.provider, token: delivery.token)
        field("state", "\(delivery.state)")
        field("attempts", delivery.attempts)
        field("status", delivery.status)
        field("answer", delivery.answer)
        field("answeredAt", delivery.answeredAt)
    }

    fileprivate mutating func devices(_ addresses: [PushAddress]) {
        array("devices") { json in
            for address in addresses {
                json.object { json in
                    json.device(address.device, address.platform, address.provider, token: address.token)
                    json.field("since", address.since)
                }
            }
        }
    }

    /// A token is as good as a key to the device: its end is enough to know it by.
    fileprivate mutating func device(
        _ device: String, _ platform: Platform, _ provider: PushProvider, token: String
    ) {
        field("device", device)
        field("platform", platform.rawValue)
        field("provider", provider.rawValue)
        field("token", String(token.suffix(8)))
    }
}
