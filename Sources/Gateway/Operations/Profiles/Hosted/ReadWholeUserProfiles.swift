import Chat
import ClientProtocol
import JSON
import ServerAPI

/// `admin.userProfile.get`.
enum ReadWholeUserProfiles {
    static let entry: (Operation, Handler) = (HostedOperations.getWhole, .admin(handle))

    private static func handle(_ call: Call, _ session: AdminSession) throws(Refusal) {
        _ = try call.hosting()
        let users = try call(HostedOperations.users)
        call.read(for: session) { transaction throws(CommandError) in
            let profiles = try stored(HostedProfileQueries.whole(of: users, in: transaction))
            return { json in
                json.array("profiles") { json in
                    for profile in profiles { json.object { $0.hosted(profile) } }
                }
            }
        }
    }
}
