import Chat
import ClientProtocol
import Domain
import JSON

/// Invitations and requests to join that wait for an answer.
extension OperationTable {
    @OperationList static var groupRequests: [OperationDefinition] {
        Operation.group(
            "group.invitations", "Lists the invitations that wait for the caller's answer, newest first.",
            GroupRequestParameters.paging,
            result: [
                Field(
                    "invitations",
                    .list(
                        .object([
                            Field("groupID", .string), Field("name", .string), Field("avatar", .string),
                            Field("memberCount", .integer), Field("inviter", .string), Field("message", .string),
                            Field("time", .integer),
                        ])),
                    "The group as it is now; `time` in milliseconds."),
                GroupParameters.nextPage,
            ]
        ).user { request, caller throws(Refusal) in
            let window = try request.requestWindow()
            return .read { transaction, json throws(CommandError) in
                let page = try stored(GroupRequestQueries.invitations(of: caller.account, window, in: transaction))
                json.array("invitations") { json in
                    for invitation in page.items { json.object { $0.invitation(invitation) } }
                }
                json.cursor(page.next)
            }
        }

        let groupID = GroupParameters.groupID.optional
        Operation.group(
            "group.joinRequests",
            "Lists the requests to join that wait for an answer, newest first: those of a group, or of all groups "
                + "where the caller is owner or admin.",
            [groupID] + GroupRequestParameters.paging, result: GroupRequestParameters.requests,
            errors: [.noGroupRight]
        ).user { request, caller throws(Refusal) in
            let (id, window) = (try request(groupID), try request.requestWindow())
            return .read { transaction, json throws(CommandError) in
                let page = try GroupRequestQueries.joinRequests(to: id, for: caller.account, window, in: transaction)
                json.joinRequests(page)
            }
        }
    }

    @OperationList static var groupRequestsForAdministrators: [OperationDefinition] {
        Operation(
            "admin.group.joinRequests", "Lists the requests to join a group that wait for an answer, newest first.",
            roles: .admin, parameters: [GroupParameters.groupID] + GroupRequestParameters.paging,
            result: GroupRequestParameters.requests,
            errors: [.emptyGroupID, .noGroup, .unavailable], badParameter: .groupParameters
        ).admin { request, _ throws(Refusal) in
            let (id, window) = (try request(GroupParameters.groupID), try request.requestWindow())
            return .read { transaction, json throws(CommandError) in
                let page = try GroupRequestQueries.joinRequests(to: id, for: nil, window, in: transaction)
                json.joinRequests(page)
            }
        }
    }
}

/// Invitations and requests to join that wait for an answer.
private enum GroupRequestParameters {
    static let paging: [any DescribedParameter] = [GroupParameters.cursor, GroupParameters.pageSize]
    static let requests = [
        Field(
            "requests",
            .list(
                .object([
                    Field("groupID", .string), Field("userID", .string), Field("reason", .string),
                    Field("time", .integer),
                ])), "`time` in milliseconds."),
        GroupParameters.nextPage,
    ]
}

extension Request {
    func requestWindow() throws(Refusal) -> GroupRequestQueries.Window {
        GroupRequestQueries.Window(
            after: try cursor(), count: try self(GroupParameters.pageSize), bytes: context.pageBytes,
            cutoff: context.configuration.requestCutoff)
    }
}

extension JSONWriter {
    /// `next`: the next page of a list begins there; 0 at the end, which clients see as an empty text.
    mutating func cursor(_ next: Int64) {
        field("cursor", next == 0 ? "" : String(next))
    }

    mutating func invitation(_ invitation: GroupRequestQueries.Invitation) {
        field("groupID", invitation.group)
        field("name", invitation.name)
        field("avatar", invitation.avatar)
        field("memberCount", invitation.memberCount)
        field("inviter", invitation.inviter.text)
        field("message", invitation.message)
        field("time", invitation.time)
    }

    mutating func joinRequests(_ page: GroupQueries.Page<GroupRequestQueries.JoinRequest>) {
        array("requests") { json in
            for request in page.items {
                json.object { json in
                    json.field("groupID", request.group)
                    json.field("userID", request.user.text)
                    json.field("reason", request.reason)
                    json.field("time", request.time)
                }
            }
        }
        cursor(page.next)
    }
}
