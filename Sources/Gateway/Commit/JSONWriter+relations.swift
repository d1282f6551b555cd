import Chat
import ClientProtocol
import Domain
import JSON

/// The events and objects of profiles and relations as JSON (docs/relations.md).
extension JSONWriter {
    mutating func profile(_ view: ProfileView) {
        let profile = view.profile
        field("userID", view.id.text)
        field("nickname", view.nickname)
        field("allowType", profile.allowType.rawValue)
        field("faceUrl", view.faceURL)
        field("selfSignature", bytes: profile.signature)
        field("gender", profile.gender.rawValue)
        field("birthday", Int64(profile.birthday))
        field("location", bytes: profile.location)
        field("language", Int64(profile.language))
        field("level", Int64(profile.level))
        field("role", Int64(profile.role))
        object("customInfo") { $0.customFields(profile.custom) }
        field("version", view.version.rawValue)
    }

    mutating func friend(_ friend: FriendView) {
        field("userID", friend.profile.id.text)
        field("remark", friend.remark)
        array("groups") { json in
            for group in friend.groups { json.value(group) }
        }
        field("addWording", friend.wording)
        field("addSource", friend.source)
        field("addTime", friend.addedAt)
        object("customInfo") { $0.customFields(friend.custom) }
        object("profile") { $0.profile(friend.profile) }
    }

    mutating func request(_ request: FriendRequestView) {
        field("userID", request.user)
        field("addTime", request.addedAt)
        field("addSource", request.source)
        field("addWording", request.wording)
        field("nickname", request.nickname)
        field("type", request.isOutgoing ? 2 : 1)
    }

    /// The result for one of several users that a request names.
    mutating func result(_ result: UserResult) {
        field("userID", result.user)
        field("code", result.error?.code ?? 0)
        field("info", result.error?.meaning ?? result.remark)
    }

    mutating func results(_ results: [UserResult]) {
        array("results") { json in
            for result in results { json.object { $0.result(result) } }
        }
    }

    mutating func friendGroups(_ groups: [FriendGroupView]) {
        array("groups") { json in
            for group in groups {
                json.object { json in
                    json.field("name", group.name)
                    json.field("userCnt", group.friends.count)
                    json.array("friends") { json in
                        for friend in group.friends { json.value(friend) }
                    }
                }
            }
        }
    }
}
