import Chat
import ClientProtocol
import Domain
import JSON
import Push
import Routing
import Settings

/// Devices that get pushes while they have no session.
extension OperationTable {
    @OperationList static var pushDevices: [OperationDefinition] {
        let provider = Parameter<PushProvider>(
            "provider", type: .words(PushProvider.allCases.map(\.rawValue)),
            "The provider that carries pushes to the device. It must be configured."
        ) { value throws(Mismatch) in
            guard let provider = value.string.flatMap(PushProvider.init) else {
                throw Mismatch("must be one of \(PushProvider.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return provider
        }
        let token = Parameter<String>(
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
        Operation(
            "push.register",
            "Registers this session's device for pushes while it has no session. It holds until the next "
                + "registration, or until the session is closed.",
            roles: .user, needs: .device, parameters: [provider, token],
            errors: [.noProvider, .unavailable]
        ).user { request, caller throws(Refusal) in
            let provider = try request(provider)
            guard request.context.configuration.pushProviders.contains(provider) else {
                throw Refusal(.noProvider, keys: ["provider"])
            }
            let token = try request(token)
            if let objection = provider.objection(to: token) {
                throw Refusal(
                    request.operation.badParameter, "token is not valid for \(provider.rawValue): \(objection)",
                    keys: ["token"])
            }
            let key = provider.key(of: token)
            return .change { chat, _ throws(CommandError) in
                try chat.pushes.register(
                    token, key: key, at: provider, device: caller.device, caller.platform, of: caller.account)
            }
        }

        let device = Parameter.string(
            "device", bytes: 1...128, "One of the user's devices. Left out: this session's."
        ).optional
        Operation(
            "push.unregister", "Ends the pushes to a device.", roles: .user, needs: .device,
            parameters: [device],
            result: [Field("unregistered", .boolean, "False if the device was not registered.")], errors: [.unavailable]
        ).user { request, caller throws(Refusal) in
            let device = try request(device) ?? caller.device
            return .change { chat, json throws(CommandError) in
                let wasRegistered = try chat.pushes.unregister(device: device, of: caller.account)
                json.field("unregistered", wasRegistered)
            }
        }

        Operation(
            "push.devices", "Lists the user's devices that get pushes.", roles: .user, parameters: [],
            result: [PushParameters.deviceList], errors: [.unavailable]
        ).user { _, caller throws(Refusal) in
            .read { transaction, json throws(CommandError) in
                let addresses = try stored(Pushes.addresses(of: caller.account, in: transaction))
                json.devices(addresses)
            }
        }

        Operation(
            "push.webPushKey", "Tells the key that a web page needs to subscribe to pushes.", roles: .user,
            parameters: [],
            result: [Field("key", .string, "The `applicationServerKey`.")], errors: [.noProvider]
        ).user { request, _ throws(Refusal) in
            guard let key = request.context.webPushKey else { throw Refusal(.noProvider) }
            return .reply { $0.field("key", key) }
        }
    }

    @OperationList static var pushDevicesForAdministrators: [OperationDefinition] {
        Operation(
            "admin.push.devices", "Lists a user's devices that get pushes.", roles: .admin,
            parameters: [PushParameters.user], result: [PushParameters.deviceList],
            errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(PushParameters.user))
            return .read { transaction, json throws(CommandError) in
                guard let addresses = try stored(Pushes.addresses(of: user, in: transaction)) else {
                    throw .refused(.noAccount, keys: ["userID"])
                }
                json.devices(addresses)
            }
        }

        let anyDevice = Parameter.string(
            "device", bytes: 1...128, "One of the user's devices. Left out: all of them."
        ).optional
        Operation(
            "admin.push.unregister", "Ends the pushes to one or all of a user's devices.", roles: .admin,
            parameters: [PushParameters.user, anyDevice],
            result: [Field("unregistered", .boolean, "False if no device was registered.")],
            errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(PushParameters.user))
            let device = try request(anyDevice)
            return .change { chat, json throws(CommandError) in
                guard let account = try chat.accounts.number(of: user) else {
                    throw .refused(.noAccount, keys: ["userID"])
                }
                let wasRegistered = try chat.pushes.unregister(device: device, of: account)
                json.field("unregistered", wasRegistered)
            }
        }
    }
}
