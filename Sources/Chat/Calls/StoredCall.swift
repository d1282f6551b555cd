import Domain
import JSON
import Storage

/// A row of `call` with those of `call_user` that belong to it (J-01).
package struct StoredCall: Sendable {
    package let id: CallNumber
    let conversation: ConversationNumber
    /// 0: it is between two.
    let group: GroupNumber
    let kind: String
    /// The inviter's, as long as it rings. Nil: there is none.
    var data: String?
    package var call: PhoneCall

    enum Column: Int, TableColumn {
        static let table = "call"
        case id, conversation, chatGroup, inviter, kind, data, ringsUntil, answeredAt, endedAt, outcome, due
    }

    init(
        id: CallNumber, conversation: ConversationNumber, group: GroupNumber, kind: String, data: String?,
        _ call: PhoneCall
    ) {
        self.id = id
        self.conversation = conversation
        self.group = group
        self.kind = kind
        self.data = data
        self.call = call
    }

    private init(_ row: TypedRow<Column>, in store: any Transaction) throws(StoreError) {
        let id: CallNumber = row.integer(.id)
        var users: [PhoneCall.User] = []
        try store.query(Self.users, [.integer(id)]) { row throws(StoreError) in
            users.append(try PhoneCall.User(row))
        }
        let inviter: AccountNumber = row.integer(.inviter)
        users.sort { ($0.account != inviter ? 1 : 0, $0.account) < ($1.account != inviter ? 1 : 0, $1.account) }
        self.init(
            id: id, conversation: row.integer(.conversation), group: row.integer(.chatGroup), kind: row.text(.kind),
            data: try row.optionalJSON(.data),
            PhoneCall(
                inviter, id.stamp.time, row.integer(.ringsUntil), answeredAt: row.optionalInteger(.answeredAt),
                endedAt: row.optionalInteger(.endedAt),
                outcome: row.isNull(.outcome) ? nil : try row.choice(.outcome), users: users))
    }

    var values: [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .id: .integer(id)
            case .conversation: .integer(conversation)
            case .chatGroup: .integer(group)
            case .inviter: .integer(call.inviter)
            case .kind: .text(kind)
            case .data: .optionalText(data)
            case .ringsUntil: .integer(call.ringsUntil)
            case .answeredAt: call.answeredAt.map { .integer($0) } ?? .null
            case .endedAt: call.endedAt.map { .integer($0) } ?? .null
            case .outcome: .optionalText(call.outcome?.rawValue)
            case .due: .integer(call.due)
            }
        }
    }

    /// As the user calls it.
    func conversationID(
        for account: AccountNumber, _ name: (AccountNumber) throws(StoreError) -> UserID
    ) throws(StoreError) -> ConversationID {
        if group != 0 { return .group(String(group)) }
        // Nobody calls itself, so there is another.
        return .c2c(try name(call.users.first { $0.account != account }?.account ?? account))
    }

    func view(
        for account: AccountNumber, _ name: (AccountNumber) throws(StoreError) -> UserID
    ) throws(StoreError) -> CallView {
        CallView(
            id: id, conversation: try conversationID(for: account, name), from: try name(call.inviter), kind: kind,
            data: data, call: call, names: try call.users.map { user throws(StoreError) in try name(user.account) })
    }
}

/// Read from the store alone, on any reader's queue.
extension StoredCall {
    private static let users = PhoneCall.User.Column.select("WHERE call = $1")
    private static let byNumber = Column.select("WHERE id = $1")
    fileprivate static let following = Column.select("WHERE outcome IS NULL AND id > $1 ORDER BY id LIMIT $2")
    private static let ringing = Column.select(
        """
        WHERE id IN (SELECT call FROM call_user WHERE account = $1 AND state = 0 AND is_told = 1) AND rings_until > $2
        ORDER BY id
        """)
    private static let between = Column.select("WHERE conversation = $1 AND outcome IS NULL")

    static func find(_ id: CallNumber, in store: any Transaction) throws(StoreError) -> StoredCall? {
        try all(byNumber, [.integer(id)], in: store).first
    }

    /// Those that ring for the user, the oldest first.
    static func ringing(
        for account: AccountNumber, at now: Milliseconds, in store: any Transaction
    ) throws(StoreError) -> [StoredCall] {
        try all(ringing, [.integer(account), .integer(now)], in: store)
    }

    /// One that has not ended.
    static func find(in conversation: ConversationNumber, _ store: any Transaction) throws(StoreError) -> StoredCall? {
        try all(between, [.integer(conversation)], in: store).first
    }

    static func all(
        _ selection: Selection<Column>, _ values: [SQLValue], in store: any Transaction
    ) throws(StoreError) -> [StoredCall] {
        var found: [StoredCall] = []
        try store.query(selection, values) { row throws(StoreError) in found.append(try StoredCall(row, in: store)) }
        return found
    }
}

extension PhoneCall.User {
    enum Column: Int, TableColumn {
        static let table = "call_user"
        static let keys = 2
        case call, account, state, reason, device, since, isTold, push
    }

    fileprivate init(_ row: TypedRow<Column>) throws(StoreError) {
        self.init(
            account: row.integer(.account), state: try row.choice(.state),
            reason: row.isNull(.reason) ? nil : try row.choice(.reason), device: row.text(.device),
            since: row.integer(.since), isTold: row.flag(.isTold))
        push = row.integer(.push)
    }

    func values(in call: CallNumber) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .call: .integer(call)
            case .account: .integer(account)
            case .state: .integer(state.rawValue)
            case .reason: reason.map { .integer($0.rawValue) } ?? .null
            case .device: .text(device)
            case .since: .integer(since)
            case .isTold: .flag(isTold)
            case .push: .integer(push)
            }
        }
    }
}

/// A call as one of its users sees it.
package struct CallView: Sendable {
    package let id: CallNumber
    let conversation: ConversationID
    let from: UserID
    let kind: String
    let data: String?
    let call: PhoneCall
    /// Of its users, in their order.
    let names: [UserID]

    /// J-12: those that have not ended, the oldest first, each as its inviter sees it.
    package static func page(
        after id: CallNumber, limit: Int, in store: any Transaction
    ) throws(StoreError) -> [CallView] {
        try StoredCall.all(StoredCall.following, [.integer(id), .integer(Int64(limit))], in: store).map {
            call throws(StoreError) in
            try call.view(for: call.call.inviter) { number throws(StoreError) in
                var name: UserID?
                try store.query("SELECT name FROM account WHERE id = $1", [.integer(number)]) {
                    row throws(StoreError) in name = try row.userID(0)
                }
                guard let name else { throw .missing("account", number) }
                return name
            }
        }
    }
}

extension CallView {
    /// The members by which a call is known, and how far it is.
    package func write(to json: inout JSONWriter) {
        json.field("callID", String(id))
        json.field("conversationID", conversation)
        json.field("from", from.text)
        json.field("kind", kind)
        json.field("time", call.startedAt.rawValue)
        json.array("users") { json in
            for (user, name) in zip(call.users, names) {
                json.object { json in
                    json.field("userID", name.text)
                    json.field("state", "\(user.state)")
                    if !user.device.isEmpty { json.field("device", user.device) }
                    if let reason = user.reason { json.field("reason", "\(reason)") }
                }
            }
        }
        guard let outcome = call.outcome else { return }
        json.object("ended") { json in
            json.field("outcome", "\(outcome)")
            json.field("seconds", call.seconds.rawValue)
        }
    }
}
