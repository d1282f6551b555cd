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
            "The provider's name for the device: APNs' device token in hexadecimal digits, FCM's or a phone maker's "
                + "registration token, "
                + "the browser's PushSubscription as JSON, or what the webhook expects."
        ) { value throws(Mismatch) in
            guard value.kind == .object else { return try value.text(bytes: 1...4_096) }
            let text = value.compactText
            guard text.utf8.count <= 4_096 else { throw Mismatch("is longer than 4096 bytes", isTooLarge: true) }
            return text
        }
        let app = Parameter.string(
            "app", bytes: 0...32, "One of `push.apps`; left out or empty: the app of the provider's own section."
        ).optional
        let language = Parameter<String>(
            "language",
            type: .called(
                "a language's tag, such as zh-Hans", .pattern("^([A-Za-z0-9]{2,8}(-[A-Za-z0-9]{1,8}){0,3})?$")),
            "The language of the pushes' own words, by BCP 47."
        ) { value throws(Mismatch) in
            let text = try value.text(bytes: 0...35)
            guard text.isEmpty || isLanguageTag(text) else {
                throw Mismatch("must be a language's tag, such as zh-Hans")
            }
            return text
        }.optional
        let preview = Parameter<PushPreview>(
            "preview", type: .words(PushPreview.allCases.map(\.rawValue)),
            "The most that a push shows on this device: `full`, as by default; `sender`: not the text; `none`: that there is "
                + "a message."
        ) { value throws(Mismatch) in
            guard let preview = value.string.flatMap(PushPreview.init) else {
                throw Mismatch("must be one of \(PushPreview.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            return preview
        }.optional
        Operation(
            "push.register",
            "Registers this session's device for pushes while it has no session. It holds until the next "
                + "registration, or until the session is closed.",
            roles: .user, needs: .device, parameters: [provider, token, app, language, preview],
            errors: [.noProvider, .unavailable]
        ).user { request, caller throws(Refusal) in
            let provider = try request(provider)
            let service = PushService(provider, app: try request(app) ?? "")
            guard request.context.configuration.pushSetups[service] != nil else {
                throw Refusal(.noProvider, keys: [service.app.isEmpty ? "provider" : "app"])
            }
            let preferences = PushPreferences(
                language: try request(language) ?? "", preview: try request(preview) ?? .full)
            let token = try request(token)
            if let objection = provider.objection(to: token) {
                throw Refusal(
                    request.operation.badParameter, "token is not valid for \(provider.rawValue): \(objection)",
                    keys: ["token"])
            }
            let key = provider.key(of: token)
            return .change { chat, _ throws(CommandError) in
                try chat.pushes.register(
                    token, key: key, at: service, preferences, device: caller.device, caller.platform,
                    of: caller.account)
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
            guard let key = request.context.pushes.webPushKey else { throw Refusal(.noProvider) }
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
