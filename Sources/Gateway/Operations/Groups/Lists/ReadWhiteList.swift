import ClientProtocol

/// `group.whiteList`.
enum ReadWhiteList: UserOperation {
    static let declaration = Operation.group(
        "group.whiteList", "Lists the members who may speak while all are muted. Only for owner and admins.",
        GroupListParameters.paging,
        result: GroupListParameters.whiteListed, errors: [.noGroupRight])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        .read(try request.whiteList(for: caller.account))
    }
}
