import ClientProtocol
import Domain
import Storage

extension Books {
    /// What the applicant has asked of the target, as the target has it. Once the target has deleted its copy, there is nothing
    /// that it could answer (R-Q39).
    func request(from applicant: Account, to target: Account) throws -> Request? {
        try copy(.incoming, of: target, towards: applicant)
    }

    /// The same as long as either has it: each may have deleted its copy.
    func lastRequest(from applicant: Account, to target: Account) throws -> Request? {
        try copy(.outgoing, of: applicant, towards: target) ?? copy(.incoming, of: target, towards: applicant)
    }

    private func copy(
        _ direction: Request.Direction, of owner: Account, towards other: Account
    ) throws -> Request? {
        var request: Request?
        try store.query(
            """
            SELECT added_at, wording, source, remark, friend_group FROM request
            WHERE owner = $1 AND direction = $2 AND other = $3
            """, [.integer(owner.number), .integer(direction.rawValue), .integer(other.number)]
        ) { row in request = Request(row) }
        return request
    }

    /// R-Q23: whether a request would be one too many on either side. One that overwrites another is none (R-Q21).
    func requestsAreFull(from applicant: Account, to target: Account) throws -> Bool {
        let cap = Int64(options.requestsPerUser)
        return try circle(of: applicant).requestsOut >= cap && !hasCopy(applicant, .outgoing, target)
            || circle(of: target).requestsIn >= cap && !hasCopy(target, .incoming, applicant)
    }

    private func hasCopy(_ owner: Account, _ direction: Request.Direction, _ other: Account) throws -> Bool {
        var isThere = false
        try store.query(
            "SELECT 1 FROM request WHERE owner = $1 AND direction = $2 AND other = $3",
            [.integer(owner.number), .integer(direction.rawValue), .integer(other.number)]
        ) { _ in isThere = true }
        return isThere
    }

    /// R-Q21: a record on either side, in the place of a former one.
    func file(_ request: Request, from applicant: Account, to target: Account, _ news: inout News) throws {
        try put(request, .outgoing, of: applicant, towards: target, &news)
        try put(request, .incoming, of: target, towards: applicant, &news)
        news.tell(.requestMade, Mention(target, .outgoing, request: request), to: applicant)
        news.tell(.requestMade, Mention(applicant, .incoming, request: request), to: target)
    }

    private func put(
        _ request: Request, _ direction: Request.Direction, of owner: Account, towards other: Account,
        _ news: inout News
    ) throws {
        let isNew = try !hasCopy(owner, direction, other)
        try store.execute(
            """
            INSERT INTO request (owner, direction, other, stamp, added_at, is_read, wording, source, remark, friend_group)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
            ON CONFLICT (owner, direction, other) DO UPDATE SET stamp = $4, added_at = $5, is_read = $6, wording = $7,
                source = $8, remark = $9, friend_group = $10
            """,
            [
                .integer(owner.number), .integer(direction.rawValue), .integer(other.number), .integer(try stamp()),
                .integer(request.addedAt), .integer(direction == .incoming ? 0 : 1), .text(request.wording),
                .text(request.source), .text(request.remark), .text(request.group),
            ])
        try change(.requests, of: owner, &news) { circle in
            if isNew { circle.count(direction, 1) }
        }
    }

    /// It is answered, fulfilled or forbidden: gone on both sides, and the applicant is told (R-136, R-Q31).
    func withdraw(from applicant: Account, to target: Account, _ news: inout News) throws {
        let out = try removeCopy(applicant, .outgoing, target, &news)
        let into = try removeCopy(target, .incoming, applicant, &news)
        if out || into { news.tell(.requestRemoved, Mention(target, .outgoing), to: applicant) }
    }

    /// False if there is none.
    private func removeCopy(
        _ owner: Account, _ direction: Request.Direction, _ other: Account, _ news: inout News
    ) throws -> Bool {
        let count = try store.execute(
            "DELETE FROM request WHERE owner = $1 AND direction = $2 AND other = $3",
            [.integer(owner.number), .integer(direction.rawValue), .integer(other.number)])
        guard count > 0 else { return false }
        try change(.requests, of: owner, &news) { circle in circle.count(direction, -1) }
        return true
    }

    /// R-106, R-Q39: the user's own copies; unknown users are passed over.
    package func deleteRequests(_ users: [String], areOutgoing: Bool, of number: Int64) throws {
        let owner = try caller(number)
        var news = News()
        var removed: [Account] = []
        for user in users {
            guard let other = try UserID(user).flatMap(account),
                try removeCopy(owner, areOutgoing ? .outgoing : .incoming, other, &news)
            else { continue }
            removed.append(other)
        }
        news.tellOwn(.requestRemoved, removed, areOutgoing ? .outgoing : .incoming, to: owner)
        try tell(news)
    }

    /// R-107, R-Q37: what came up to that second has been read. Tells how many are left.
    package func reportRequests(upTo time: Int64, of number: Int64) throws -> Int64 {
        let owner = try caller(number)
        let count = try store.execute(
            "UPDATE request SET is_read = 1 WHERE owner = $1 AND direction = 1 AND is_read = 0 AND added_at <= $2",
            [.integer(number), .integer(time)])
        let left = try RequestList.unread(of: number, in: store)
        if count > 0 {
            var news = News()
            news.tellOwn(.requestsRead, [], unreadRequests: left, to: owner)
            try tell(news)
        }
        return left
    }

}

extension Circle {
    fileprivate mutating func count(_ direction: Request.Direction, _ by: Int64) {
        switch direction {
        case .incoming: requestsIn += by
        case .outgoing: requestsOut += by
        }
    }
}
