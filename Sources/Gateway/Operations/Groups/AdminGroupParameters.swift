import ClientProtocol
import Domain
import JSON

/// `admin.group.…`: what only an administrator does with groups. It is done in the name of the session's
/// `operatorId`, or else of the group's owner.
enum AdminGroupParameters {
    /// T-31, T-Q10.
    static let notifyExt = Parameter<String>(
        "notifyExt", type: .characters(0...1024),
        "A text for the members. The notification of the change carries it."
    ) { value throws(Mismatch) in try value.text(characters: 0...1024) }.optional
    static let kind = Parameter<GroupKind>(
        "kind", type: .words(["team", "superTeam"]), absent: .group,
        "Left out: a team. A super team has up to `groups.usersPerSuperTeam` members."
    ) { value throws(Mismatch) in
        if value.isString("team") { return .group }
        if value.isString("superTeam") { return .superGroup }
        throw Mismatch("must be team or superTeam")
    }
}

extension Operation {
    static func groupForAdministrator(
        _ name: String, _ summary: String, _ parameters: [ParameterDescription], result: [Field] = [],
        errors: [ErrorCode]
    ) -> Operation {
        Operation(
            name, summary, roles: .admin, parameters: parameters, result: result, errors: errors + [.unavailable],
            badParameter: .groupParameters)
    }
}
