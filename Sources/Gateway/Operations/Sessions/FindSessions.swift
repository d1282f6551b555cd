import Chat
import ClientProtocol
import Domain
import JSON
import Routing
import Transport

/// `admin.session.find`.
enum FindSessions: AdminOperation {
    static let declaration = Operation(
        "admin.session.find", "Lists the sessions of all users, or those that match, a page at a time.", roles: .admin,
        parameters: [
            AdminSessionParameters.platform.description, address.description, cursor.description, limit.description,
        ],
        result: [
            AdminSessionParameters.sessionsOfAll,
            Field("cursor", .string, "What to give as `cursor` for the next page; empty: there is none."),
        ])

    /// The parser also takes IPv4 addresses at the end of IPv6 ones.
    private static let network = {
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
    private static let address = Parameter<SocketAddress.Block>(
        "address", type: .text(network), "Only sessions from this address or network, such as `10.1.0.0/16`."
    ) { value throws(Mismatch) in
        guard let block = value.string.flatMap(SocketAddress.Block.init) else {
            throw Mismatch("must be an address or a network")
        }
        return block
    }.optional
    private static let cursor = Parameter<SessionPlace?>(
        "cursor", type: .bytes(0...64).matching("^((0|[1-9][0-9]{0,8})(\\.[0-9a-f]{16})?)?$"), absent: .some(nil),
        "From the page before; left out: the first page."
    ) { value throws(Mismatch) in
        if value.string == "" { return nil }
        guard let place = value.string.flatMap(SessionPlace.init) else { throw Mismatch("is of no page") }
        return place
    }
    private static let limit = Parameter.integer("limit", in: 1...1000, standard: 100, "The most sessions of the page.")

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        let (platform, address) = (try request(AdminSessionParameters.platform), try request(Self.address))
        let (place, limit) = (try request(cursor), try request(Self.limit))
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
}
