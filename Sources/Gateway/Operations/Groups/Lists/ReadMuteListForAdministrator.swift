import ClientProtocol

/// `admin.group.muteList`.
enum ReadMuteListForAdministrator: AdminOperation {
    static let declaration = Operation.groupListForAdministrator(
        "admin.group.muteList", "Lists the members of a group who are muted now.", GroupListParameters.muted)

    static func handle(_ request: Request, _ caller: AdminCaller) throws(Refusal) -> Work {
        .read(try request.muteList(for: nil))
    }
}
