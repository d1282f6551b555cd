import Chat
import ClientProtocol
import Domain
import JSON
import Push
import Routing
import Settings

/// `push.register`.
enum RegisterPushes: UserOperation {
    static let declaration = Operation(
        "push.register",
        "Registers this session's device for pushes while it has no session. It holds until the next "
            + "registration, or until the session is closed.",
        roles: .user, needs: .device, parameters: [provider.description, token.description],
        errors: [.noProvider, .unavailable])

    private static let provider = Parameter<PushProvider>(
        "provider", type: .words(PushProvider.allCases.map(\.rawValue)),
        "The provider that carries pushes to the device. It must be configured."
    ) { value throws(Mismatch) in
        guard let provider = value.string.flatMap(PushProvider.init) else {
            throw Mismatch("must be one of \(PushProvider.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        return provider
    }
    private static let token = Parameter<String>(
        // Without a schema: a type of generated clients that is either would lose an object's members.
        "token", type: .called("string or object, 1–4096 bytes", .anything),
        "The provider's name for the device: APNs' device token in hexadecimal digits, FCM's registration token, "
            + "the browser's PushSubscription as JSON, or what the webhook expects."
    ) { value throws(Mismatch) in
        guard value.kind == .object else { return try value.text(bytes: 1...4_096) }
        let text = value.compactText
        guard text.utf8.count <= 4_096 else { throw Mismatch("is longer than 4096 bytes", isTooLarge: true) }
        return text
    }

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        let provider = try request(Self.provider)
        guard request.context.configuration.pushProviders.contains(provider) else {
            throw Refusal(.noProvider, keys: ["provider"])
        }
        let token = try request(Self.token)
        if let objection = provider.objection(to: token) {
            throw Refusal(
                request.operation.badParameter, "token is not valid for \(provider.rawValue): \(objection)",
                keys: ["token"])
        }
        let key = provider.key(of: token)
        return .change { chat, _ throws(CommandError) in
            try chat.pushAddresses.register(
                token, key: key, at: provider, device: caller.device, caller.platform, of: caller.account)
        }
    }
}
