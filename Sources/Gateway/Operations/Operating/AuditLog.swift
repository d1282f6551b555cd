import Chat
import ClientProtocol
import Domain
import JSON

/// The audit log.
extension OperationTable {
    @OperationList static var auditLog: [OperationDefinition] {
        let times = 0...Int(AuditFilter.longestTime.rawValue)
        let since = Parameter.integer(
            "since", in: times, standard: 0, "Only what happened then or later, in milliseconds since 1970.")
        let until = Parameter.integer("until", in: times, "Only what happened before then.").optional
        let actor = Parameter.string(
            "actor", bytes: 1...255, "Only entries with this actor, or whose actor has this name behind the colon."
        ).optional
        let user = Parameter.user("userID", "Only entries that concern this user.").optional
        let operation = Parameter.string("operation", bytes: 1...255, "Only entries of this operation.")
            .optional
        let kinds = ValueType.words(AuditEntry.Kind.allCases.map(\.rawValue))
        let kind = Parameter<AuditEntry.Kind>("kind", type: kinds, "Only entries of this kind.") {
            value throws(Mismatch) in
            guard let kind = value.string.flatMap(AuditEntry.Kind.init) else { throw Mismatch("is no kind of entry") }
            return kind
        }.optional
        let cursor = Parameter<Stamp>.cursor("The value from the last page. Left out: the newest entries.").optional
        let limit = Parameter.integer(
            "limit", in: 1...1_000, standard: 100,
            "At most this many entries. With `actor`, `operation` or `kind` a page may have fewer and not be the last.")
        Operation(
            "admin.audit.list", "Lists the entries of the audit log, the newest first, a page at a time.",
            roles: .admin,
            parameters: [since, until, actor, user, operation, kind, cursor, limit],
            result: [
                Field(
                    "entries",
                    .list(
                        .object([
                            Field("id", .string), Field("time", .milliseconds), Field("kind", kinds),
                            Field(
                                optional: "actor", .string,
                                "`key:` or `console:` with the name of an admin key, or `user:` with a user's id. "
                                    + "Absent where nobody knows."),
                            Field(optional: "address", .string, "The client's."),
                            Field(optional: "operation", .string),
                            Field(
                                "users", .strings,
                                "Whom it concerns, 100 at most; the first one may be the user in whose name it was "
                                    + "done."),
                            Field("parameters", .openObject, "The request's ids, numbers and flags. Never a text."),
                            Field(optional: "device", .string), Field(optional: "platform", .string),
                            Field(
                                optional: "result", .string, "`ok`, `begun`, or the number of an error, like `gw 1002`."
                            ),
                            Field(optional: "reason", .string),
                            Field(optional: "count", .integer, "The entry stands for so many."),
                        ]))),
                Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            ], errors: [.unavailable]
        ).forOperators.admin { request, _ throws(Refusal) in
            var filter = AuditFilter()
            filter.since = Milliseconds(try request(since))
            if let until = try request(until) { filter.until = Milliseconds(until) }
            filter.actor = try request(actor)
            filter.user = try request(user)
            filter.operation = try request(operation)
            filter.kind = try request(kind)
            let (cursor, limit, bytes) = (try request(cursor), try request(limit), request.context.pageBytes)
            return .read { [filter] transaction, json throws(CommandError) in
                let page = try stored(
                    AuditQueries.page(filter, before: cursor, limit: limit, bytes: bytes, in: transaction))
                json.array("entries") { json in
                    for found in page.entries { json.object { write(found, to: &$0) } }
                }
                if let next = page.next { json.field("cursor", String(next.rawValue)) }
            }
        }
    }
}

private func write(_ found: StoredAuditEntry, to json: inout JSONWriter) {
    let entry = found.entry
    json.field("id", String(found.id.rawValue))
    json.field("time", entry.time.rawValue)
    json.field("kind", entry.kind.rawValue)
    if !entry.actor.isEmpty { json.field("actor", entry.actor) }
    if !entry.address.isEmpty { json.field("address", entry.address) }
    if !entry.operation.isEmpty { json.field("operation", entry.operation) }
    json.array("users") { json in
        for user in entry.users { json.value(user) }
    }
    var parameters = entry.parameters
    parameters.withUTF8 { json.field("parameters", raw: UnsafeRawBufferPointer($0)) }
    if !entry.device.isEmpty { json.field("device", entry.device) }
    if !entry.platform.isEmpty { json.field("platform", entry.platform) }
    if !entry.result.isEmpty { json.field("result", entry.result) }
    if !entry.reason.isEmpty { json.field("reason", entry.reason) }
    if entry.count != 1 { json.field("count", entry.count) }
}
