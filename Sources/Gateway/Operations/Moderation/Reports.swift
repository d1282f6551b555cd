import Chat
import ClientProtocol
import Domain
import JSON
import Settings

/// Users report what somebody should look at, and operators work the queue off.
extension OperationTable {
    @OperationList static var reports: [OperationDefinition] {
        let messageID = MessageParameters.messageID.optional
        let user = Parameter.user("userID", "The user.").optional
        let group = Parameter.string("groupID", bytes: 1...20, "The group.").optional
        let room = RoomParameters.roomID.optional
        let words = Report.Reason.allCases.filter { $0 != .words }
        let reason = Parameter<Report.Reason>("reason", type: .words(words.map(\.rawValue)), "Why.") {
            value throws(Mismatch) in
            guard let reason = words.first(where: { value.string == $0.rawValue }) else {
                throw Mismatch("must be one of \(words.map(\.rawValue).joined(separator: ", "))")
            }
            return reason
        }
        let text = Parameter<String>("text", type: .characters(0...500), absent: "", "The reporter's own words.") {
            value throws(Mismatch) in try value.text(characters: 0...500)
        }
        Operation(
            "report.create",
            "Reports a message, a user, a group or a room to the operators: exactly one of them. While the same user's "
                + "report of the same waits, a further one gets its id.",
            roles: .user, parameters: [messageID, user, group, room, reason, text],
            result: [reportID],
            errors: [.noMessage, .noAccount, .noGroup, .noRoom, .rateLimited, .tooMany, .unavailable]
        ).user { request, caller throws(Refusal) in
            var subjects: [ReportSubject] = []
            if try request(messageID) != nil { subjects.append(.message(try request.messageID())) }
            if let name = try request(user) { subjects.append(.user(UserID(naming: name))) }
            if let id = try request(group) { subjects.append(.group(id)) }
            if let id = try request(room) { subjects.append(.room(id)) }
            guard subjects.count == 1 else {
                throw Refusal(
                    .badRequest, "exactly one of msgId, userID, groupID and roomID is needed",
                    keys: ["msgId", "userID", "groupID", "roomID"])
            }
            let (subject, reason, text) = (subjects[0], try request(reason), try request(text))
            return .change { chat, json throws(CommandError) in
                let id = try chat.reports.create(about: subject, reason: reason, text: text, by: caller.account)
                json.field("reportID", String(id.rawValue))
            }
        }
    }

    @OperationList static var reportsForAdministrators: [OperationDefinition] {
        let state = stateParameter("Only reports in this state.").optional
        let user = Parameter.user("userID", "Only reports about this user, or about messages of it.").optional
        let cursor = Parameter<Stamp>.cursor("The value from the last page. Left out: the newest reports.").optional
        let limit = Parameter.integer(
            "limit", in: 1...100, standard: 50,
            "At most this many reports. With `state` a page may have fewer and not be the last.")
        Operation(
            "admin.report.list", "Lists the reports, the newest first, a page at a time.", roles: .admin,
            parameters: [state, user, cursor, limit],
            result: [
                Field("reports", .list(ReportView.type), "The reports."),
                Field(optional: "cursor", .string, "Send it for the next page; absent at the end."),
            ], errors: [.unavailable]
        ).admin { request, _ throws(Refusal) in
            let (state, user, last, limit) = (
                try request(state), try request(user), try request(cursor), try request(limit)
            )
            let bytes = request.context.pageBytes
            return .read { transaction, json throws(CommandError) in
                let page = try stored(
                    ReportQueries.page(
                        state: state, about: user, before: last, limit: limit, bytes: bytes, in: transaction))
                json.array("reports") { json in
                    for report in page.reports { json.object { report.write(to: &$0) } }
                }
                if let next = page.next { json.field("cursor", String(next.rawValue)) }
            }
        }

        let id = Parameter.string("reportID", bytes: 1...20, "The report.")
        Operation(
            "admin.report.get", "Returns a report.", roles: .admin, parameters: [id],
            result: [Field("report", ReportView.type, "The report.")], errors: [.noReport, .unavailable]
        ).admin { request, _ throws(Refusal) in
            // A text that is no id names no report.
            let id = Stamp(try request(id)) ?? 0
            return .read { transaction, json throws(CommandError) in
                guard let report = try stored(ReportQueries.report(id, in: transaction)) else {
                    throw .refused(.noReport, keys: ["reportID"])
                }
                json.object("report") { report.write(to: &$0) }
            }
        }

        let newState = stateParameter("How far it is now.")
        let note = Parameter<String>("note", type: .characters(0...1_000), "A note for operators. Left out: as it was.")
        {
            value throws(Mismatch) in try value.text(characters: 0...1_000)
        }.optional
        Operation(
            "admin.report.resolve",
            "Says how far a report is: an operator sees to it, something was done, or nothing had to be. It does nothing "
                + "else.",
            roles: .admin, parameters: [id, newState, note], errors: [.noReport, .unavailable]
        ).admin { request, caller throws(Refusal) in
            let (id, state, note) = (Stamp(try request(id)) ?? 0, try request(newState), try request(note))
            return .change { chat, _ throws(CommandError) in
                try chat.reports.handle(id, state, note: note, by: caller.keyName)
            }
        }
    }
}

private let reportID = Field("reportID", .string, "The report's id, in digits.")

private func stateParameter(_ meaning: String) -> Parameter<Report.State> {
    let states = Report.State.allCases
    return Parameter<Report.State>("state", type: .words(states.map { "\($0)" }), meaning) { value throws(Mismatch) in
        guard let state = states.first(where: { value.string == "\($0)" }) else {
            throw Mismatch("must be one of \(states.map { "\($0)" }.joined(separator: ", "))")
        }
        return state
    }
}
