import ClientProtocol
import Domain
import Storage

/// Requests to become friends, as each side has them.
extension Relations {
    private static let byKey = FriendRequest.Column.select("WHERE owner = $1 AND direction = $2 AND other = $3")
    private static let writing = FriendRequest.Column.upsert()

    /// The request of the applicant, in the copy of the target. Once the target has deleted its copy, there is nothing
    /// that it could answer (R-Q39).
    func request(from applicant: Account, to target: Account) throws(CommandError) -> FriendRequest? {
        try requestCopy(.incoming, of: target, towards: applicant)
    }

    /// The same as long as either has it: each may have deleted its copy.
    func lastRequest(from applicant: Account, to target: Account) throws(CommandError) -> FriendRequest? {
        if let own = try requestCopy(.outgoing, of: applicant, towards: target) { return own }
        return try requestCopy(.incoming, of: target, towards: applicant)
    }

    private func requestCopy(
        _ direction: FriendRequest.Direction, of owner: Account, towards other: Account
    ) throws(CommandError) -> FriendRequest? {
        var request: FriendRequest?
        try work.query(
            Self.byKey, [.integer(owner.number), .integer(direction.rawValue), .integer(other.number)]
        ) { row in request = FriendRequest(row) }
        return request
    }

    /// R-Q23: whether a request would be one too many on either side. One that overwrites another is none (R-Q21).
    func requestsAreFull(from applicant: Account, to target: Account) throws(CommandError) -> Bool {
        let cap = Int64(work.options.requestsPerUser)
        if try contacts.relationState(of: applicant).requestsOut >= cap, try !hasCopy(applicant, .outgoing, target) {
            return true
        }
        return try contacts.relationState(of: target).requestsIn >= cap ? !hasCopy(target, .incoming, applicant) : false
    }

    private func hasCopy(_ owner: Account, _ direction: FriendRequest.Direction, _ other: Account) throws(CommandError)
        -> Bool
    {
        var isThere = false
        try work.query(
            "SELECT 1 FROM friend_request WHERE owner = $1 AND direction = $2 AND other = $3",
            [.integer(owner.number), .integer(direction.rawValue), .integer(other.number)]
        ) { _ in isThere = true }
        return isThere
    }

    /// R-Q21: a record on either side, in the place of a former one.
    func fileRequest(
        _ request: FriendRequest, from applicant: Account, to target: Account, _ events: inout RelationEvents
    )
        throws(CommandError)
    {
        try putRequest(request, .outgoing, of: applicant, towards: target, &events)
        try putRequest(request, .incoming, of: target, towards: applicant, &events)
        try work.note(.friendRequested, of: applicant, value: target.number.rawValue)
        events.emit(.requestMade, RelationSubject(target, .outgoing, request: request), to: applicant)
        events.emit(.requestMade, RelationSubject(applicant, .incoming, request: request), to: target)
    }

    private func putRequest(
        _ request: FriendRequest, _ direction: FriendRequest.Direction, of owner: Account, towards other: Account,
        _ events: inout RelationEvents
    ) throws(CommandError) {
        let isNew = try !hasCopy(owner, direction, other)
        try work.execute(
            Self.writing, request.values(of: owner.number, direction, towards: other.number, at: work.stamp()))
        try change(.requests, of: owner, &events) { relationState in
            if isNew { relationState.count(direction, 1) }
        }
    }

    /// It is answered, fulfilled or forbidden: gone on both sides, and the applicant is told (R-136, R-Q31).
    func withdrawRequest(from applicant: Account, to target: Account, _ events: inout RelationEvents)
        throws(CommandError)
    {
        let out = try removeCopy(applicant, .outgoing, target, &events)
        let into = try removeCopy(target, .incoming, applicant, &events)
        guard out || into else { return }
        try work.note(.friendRequestRemoved, of: applicant, value: target.number.rawValue)
        events.emit(.requestRemoved, RelationSubject(target, .outgoing), to: applicant)
    }

    /// False if there is none.
    private func removeCopy(
        _ owner: Account, _ direction: FriendRequest.Direction, _ other: Account, _ events: inout RelationEvents
    ) throws(CommandError) -> Bool {
        let count = try work.execute(
            "DELETE FROM friend_request WHERE owner = $1 AND direction = $2 AND other = $3",
            [.integer(owner.number), .integer(direction.rawValue), .integer(other.number)])
        guard count > 0 else { return false }
        try change(.requests, of: owner, &events) { relationState in relationState.count(direction, -1) }
        return true
    }

    /// R-106, R-Q39: the user's own copies; unknown users are passed over.
    package func deleteRequests(_ users: [String], areOutgoing: Bool, of number: AccountNumber) throws(CommandError) {
        let owner = try accounts.caller(number)
        var events = RelationEvents()
        var removed: [Account] = []
        for user in users {
            guard let other = try UserID(user).flatMap(accounts.account),
                try removeCopy(owner, areOutgoing ? .outgoing : .incoming, other, &events)
            else { continue }
            removed.append(other)
        }
        events.emitOwn(.requestRemoved, removed, areOutgoing ? .outgoing : .incoming, to: owner)
        try emit(events)
    }

    /// R-107, R-Q37: what came up to that second has been read. Tells how many are left.
    package func reportRequests(upTo time: Seconds, of number: AccountNumber) throws(CommandError) -> Int64 {
        let owner = try accounts.caller(number)
        let count = try work.execute(
            """
            UPDATE friend_request SET is_read = 1
            WHERE owner = $1 AND direction = 1 AND is_read = 0 AND added_at <= $2
            """,
            [.integer(number), .integer(time)])
        let left = try stored(FriendRequestList.unread(of: number, in: work.store))
        if count > 0 {
            var events = RelationEvents()
            events.emitOwn(.requestsRead, [], unreadRequests: left, to: owner)
            try emit(events)
        }
        return left
    }

    /// R-Q22: where each has the other, there is nothing left to ask.
    func settleRequests(between one: Account, and other: Account, _ events: inout RelationEvents) throws(CommandError) {
        guard try contacts.contact(of: one, towards: other)?.kind.isFriend == true,
            try contacts.contact(of: other, towards: one)?.kind.isFriend == true
        else { return }
        try withdrawRequest(from: one, to: other, &events)
        try withdrawRequest(from: other, to: one, &events)
    }
}

extension RelationState {
    fileprivate mutating func count(_ direction: FriendRequest.Direction, _ by: Int64) {
        switch direction {
        case .incoming: requestsIn += by
        case .outgoing: requestsOut += by
        }
    }
}

/// one side's record of a friend request, which TIM calls a pendency.
struct FriendRequest {
    enum Direction: Int64 {
        case incoming = 1
        case outgoing = 2
    }

    /// Seconds since 1970.
    let addedAt: Seconds
    let wording: String
    let source: String
    /// R-Q17: for the applicant's entry, when it is made.
    let remark: String
    let group: String
}

extension FriendRequest {
    enum Column: Int, TableColumn {
        static let table = "friend_request"
        static let keys = 3
        case owner, direction, other, stamp, addedAt, isRead, wording, source, remark, friendGroup
    }

    init(_ row: TypedRow<Column>) {
        self.init(
            addedAt: row.integer(.addedAt), wording: row.text(.wording), source: row.text(.source),
            remark: row.text(.remark), group: row.text(.friendGroup))
    }

    /// Of the owner's copy. The applicant has read it.
    func values(
        of owner: AccountNumber, _ direction: Direction, towards other: AccountNumber, at stamp: Stamp
    ) -> [SQLValue] {
        Column.allCases.map { column in
            switch column {
            case .owner: .integer(owner)
            case .direction: .integer(direction.rawValue)
            case .other: .integer(other)
            case .stamp: .integer(stamp)
            case .addedAt: .integer(addedAt)
            case .isRead: .flag(direction == .outgoing)
            case .wording: .text(wording)
            case .source: .text(source)
            case .remark: .text(remark)
            case .friendGroup: .text(group)
            }
        }
    }
}
