import Framing

/// Easemob: groups.
extension ErrorCode {
    static let groups: [ErrorCode] = [
        requestHandled, groupLimit, noGroupUser, groupParameters, mutedInGroup, emptyFile, fileTooLarge,
        allMutedInGroup,
        emptyGroupID, alreadyGroupMember, notInGroup, noGroupRight, groupFull, noFile, attributesTooLarge,
        badAttributeKey,
        badAttributeValue,
    ]

    package static let requestHandled = ErrorCode(
        system: .gw, code: 1004, status: .conflict, name: "requestHandled",
        meaning: "No such request waits for an answer (any more).")
    package static let groupLimit = em(
        4, .conflict, "groupLimit",
        "There would be more groups, admins, files or invitations than allowed, in all or within an hour.")
    package static let noGroupUser = em(204, .notFound, "noGroupUser", "There is no such user.")
    package static let groupParameters = em(
        205, .badRequest, "groupParameters", "A parameter is missing or not valid; `keys` names it.")
    package static let mutedInGroup = em(215, .forbidden, "mutedInGroup", "The sender is muted in the group.")
    package static let emptyFile = em(401, .badRequest, "emptyFile", "The file is empty.")
    package static let fileTooLarge = em(405, .contentTooLarge, "fileTooLarge", "The file is larger than allowed.")
    package static let allMutedInGroup = em(507, .forbidden, "allMutedInGroup", "The whole group is muted.")
    package static let emptyGroupID = em(600, .badRequest, "emptyGroupID", "The group's id is empty.")
    package static let alreadyGroupMember = em(
        601, .conflict, "alreadyGroupMember", "The user is in the group already.")
    package static let notInGroup = em(602, .forbidden, "notInGroup", "The user is not in the group.")
    package static let noGroupRight = em(
        603, .forbidden, "noGroupRight", "The caller may not do this, or the group is disabled.")
    package static let groupFull = em(604, .conflict, "groupFull", "The group has as many members as allowed.")
    package static let noFile = em(606, .notFound, "noFile", "There is no such file.")
    package static let attributesTooLarge = em(
        609, .contentTooLarge, "attributesTooLarge", "A member's attributes are larger than 4096 bytes.")
    package static let badAttributeKey = em(
        611, .badRequest, "badAttributeKey", "An attribute's key is empty or longer than 16 bytes.")
    package static let badAttributeValue = em(
        612, .badRequest, "badAttributeValue",
        "An attribute's value is longer than 512 bytes, or is not a valid name where one is required."
    )

    private static func em(_ code: Int, _ status: HTTPStatus, _ name: String, _ meaning: String) -> ErrorCode {
        ErrorCode(system: .em, code: code, status: status, name: name, meaning: meaning)
    }
}
