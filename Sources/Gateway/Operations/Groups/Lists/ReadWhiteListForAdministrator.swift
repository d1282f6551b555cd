import ClientProtocol

/// `admin.group.whiteList`.
enum ReadWhiteListForAdministrator: AdminOperation {
    static let declaration = Operation.groupListForAdministrator(
        "admin.group.whiteList", "Lists the members of a group who may speak while all are muted.",
        GroupListParameters.whiteListed)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        .read(try request.whiteList(for: nil))
    }
}
