import ClientProtocol

/// `group.muteList`.
enum ReadMuteList: UserOperation {
    static let declaration = Operation.group(
        "group.muteList", "Lists the members who are muted now. Only for owner and admins.", GroupListParameters.paging,
        result: GroupListParameters.muted,
        errors: [.noGroupRight])

    static func handle(_ request: Request, _ caller: UserCaller) throws(Refusal) -> Work {
        .read(try request.muteList(for: caller.account))
    }
}
