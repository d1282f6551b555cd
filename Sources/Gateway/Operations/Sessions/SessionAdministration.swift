import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Transport

/// The sessions of users, for administrators.
extension OperationTable {
    @OperationList static var sessionAdministration: [OperationDefinition] {
        Operation(
            "admin.session.list", "Lists a user's sessions.", roles: .admin,
            parameters: [AdminSessionParameters.user],
            result: [AdminSessionParameters.sessions], errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(AdminSessionParameters.user))
            let (present, cluster) = (request.context.present, request.context.cluster)
            return .ask { chat, json throws(CommandError) in
                guard try chat.accountAdministration.accountView(user) != nil else {
                    throw .refused(.noAccount, keys: ["userID"])
                }
                json.sessions(present.sessions(of: user), cluster)
            }
        }

        // The parser also takes IPv4 addresses at the end of IPv6 ones.
        let network = {
            let part = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])"
            let group = "[0-9A-Fa-f]{1,4}"
            // With a gap: so many groups before it, and at most so many behind.
            let gaps = (1...6).map { "(\(group):){1,\($0)}(:\(group)){1,\(7 - $0)}" }
            let long = (["(\(group):){7}\(group)", "(\(group):){1,7}:", ":(:\(group)){1,7}", "::"] + gaps)
                .joined(separator: "|")
            let bits = "12[0-8]|1[01][0-9]|[1-9]?[0-9]"
            let short = "\(part)(\\.\(part)){3}(/(3[0-2]|[12]?[0-9]))?"
            return TextRule(length: 1...64, unit: .bytes, pattern: "^(\(short)|(\(long))(/(\(bits)))?)$")
        }()
        let address = Parameter<SocketAddress.Block>(
            "address", type: .text(network), "Only sessions from this address or network, such as `10.1.0.0/16`."
        ) { value throws(Mismatch) in
            guard let block = value.string.flatMap(SocketAddress.Block.init) else {
                throw Mismatch("must be an address or a network")
            }
            return block
        }.optional
        let cursor = Parameter<SessionPlace?>(
            "cursor", type: .bytes(0...64).matching("^((0|[1-9][0-9]{0,8})(\\.[0-9a-f]{16})?)?$"), absent: .some(nil),
            "From the page before; left out: the first page."
        ) { value throws(Mismatch) in
            if value.string == "" { return nil }
            guard let place = value.string.flatMap(SessionPlace.init) else { throw Mismatch("is of no page") }
            return place
        }
        let limit = Parameter.integer("limit", in: 1...1000, standard: 100, "The most sessions of the page.")
        Operation(
            "admin.session.find", "Lists the sessions of all users, or those that match, a page at a time.",
            roles: .admin,
            parameters: [AdminSessionParameters.platform, address, cursor, limit],
            result: [
                AdminSessionParameters.sessionsOfAll,
                Field("cursor", .string, "What to give as `cursor` for the next page; empty: there is none."),
            ]
        ).admin { request, _ throws(Refusal) in
            let (platform, address) = (try request(AdminSessionParameters.platform), try request(address))
            let (place, limit) = (try request(cursor), try request(limit))
            let (present, cluster) = (request.context.present, request.context.cluster)
            // On a reader's queue: with many sessions it takes a moment, and no shard should wait for it.
            return .read { store, json throws(CommandError) in
                let page = try stored(
                    present.page(from: place, limit: limit, in: store) { (session: PresentSession) in
                        (platform == nil || session.platform == platform)
                            && (address?.contains(hostText: session.address) ?? true)
                    })
                json.sessions(page.sessions, cluster, namesUsers: true)
                json.field("cursor", page.next?.description ?? "")
            }
        }

        let session = Parameter.string("session", bytes: 1...64, "Only this session.").optional
        let device = Parameter.string("device", bytes: 1...128, "Only sessions of this device.").optional
        let reason = Parameter.string(
            "reason", bytes: 0...256, standard: "", "A text for the sessions that end; `session.kicked` has it.")
        Operation(
            "admin.session.kick",
            "Ends a user's sessions: all, or those that `session`, `device` and `platform` together describe. The "
                + "devices stay registered for pushes, and may come back.",
            roles: .admin,
            parameters: [AdminSessionParameters.user, session, device, AdminSessionParameters.platform, reason],
            result: [Field("kicked", .integer, "How many sessions end.")], errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(AdminSessionParameters.user))
            let selection = SessionSelection(
                session: try request(session), device: try request(device),
                platform: try request(AdminSessionParameters.platform))
            let reason = try request(reason)
            let present = request.context.present
            return .change { chat, json throws(CommandError) in
                guard try chat.accountAdministration.kick(selection, of: user, reason: reason) else {
                    throw .refused(.noAccount, keys: ["userID"])
                }
                json.field("kicked", present.sessions(of: user).count { selection.contains($0) })
            }
        }

        Operation(
            "admin.user.state", "Tells what the gateway knows of a user at the moment.", roles: .admin,
            parameters: [AdminSessionParameters.user],
            result: [
                Field("userID", .string, "The user."),
                Field("online", .boolean, "Whether the user has a session."),
                Field("disabled", .boolean, "Whether the account is disabled."),
                AdminSessionParameters.sessions,
                Field(
                    "totalUnread", .integer,
                    "The unread messages of all conversations, as `conversation.totalUnread`."),
                PushParameters.deviceList,
                Field(
                    "subscriptions",
                    .list(.object([Field("type", .numbers([1, 2])), Field("count", .integer)])),
                    "How many users the user follows, by type: 1 online status, 2 profile."),
            ], errors: [.noAccount, .unavailable]
        ).admin { request, _ throws(Refusal) in
            let user = UserID(naming: try request(AdminSessionParameters.user))
            let (present, cluster) = (request.context.present, request.context.cluster)
            let now = request.context.configuration.now.time
            return .ask { chat, json throws(CommandError) in
                guard let account = try chat.accountAdministration.accountView(user),
                    let number = try chat.accounts.number(of: user)
                else { throw .refused(.noAccount, keys: ["userID"]) }
                let total = try chat.conversationLists.total(ofAny: number)
                let store = chat.work.store
                let devices = try stored(Pushes.addresses(of: user, in: store)) ?? []
                let subscriptions = try stored(SubscriptionList.counts(of: number, at: now, in: store))
                let sessions = present.sessions(of: user)
                json.field("userID", user.text)
                json.field("online", !sessions.isEmpty)
                json.field("disabled", account.isDisabled)
                json.sessions(sessions, cluster)
                json.field("totalUnread", total)
                json.devices(devices)
                json.array("subscriptions") { json in
                    for (type, count) in subscriptions {
                        json.object { json in
                            json.field("type", type.rawValue)
                            json.field("count", count)
                        }
                    }
                }
            }
        }
    }
}

/// `admin.session.…` and `admin.user.state`: who is there, and an end to it.
private enum AdminSessionParameters {
    static let user = Parameter.user("userID", "The user.")
    static let sessions = Field(
        "sessions", .list(.object(members)),
        "The user's sessions, oldest first; `openedAt` is in milliseconds since 1970, `address` the client's.")
    static let sessionsOfAll = Field(
        "sessions", .list(.object([Field("userID", .string)] + members)),
        "In an order of the gateway's own. A page may have fewer than `limit`, and none.")

    private static let members = [
        Field("session", .string), Field("device", .string), Field("platform", .platform),
        Field("openedAt", .integer), Field("address", .string),
        Field(optional: "node", .string, "The node of a cluster that has the session's connection."),
    ]

    static let platform = Parameter<Platform>(
        "platform", type: .platform,
        "Only sessions on this platform."
    ) { value throws(Mismatch) in
        guard let platform = value.string.flatMap(Platform.init) else { throw Mismatch("must name a platform") }
        return platform
    }.optional
}

extension JSONWriter {
    /// Sessions, for administrators. `cluster` names their nodes. `namesUsers`: each says whose it is.
    mutating func sessions(_ sessions: [PresentSession], _ cluster: ClusterControl, namesUsers: Bool = false) {
        let nodes = cluster.nodeNames
        array("sessions") { json in
            for session in sessions {
                json.object { json in
                    if namesUsers { json.field("userID", session.user.text) }
                    json.field("session", session.id.description)
                    json.field("device", session.device)
                    json.field("platform", session.platform.rawValue)
                    json.field("openedAt", session.openedAt)
                    json.field("address", session.address)
                    if let node = session.incarnation.flatMap({ nodes[$0] }) { json.field("node", node) }
                }
            }
        }
    }
}
