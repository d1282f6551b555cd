import JSON

/// Answers of Tencent IM's REST API (v4).
enum TencentAnswers {
    static func lines(of saved: SavedAnswer) -> [String]? {
        if saved.isCall("profile/portrait_get") { return saved.list("UserProfileItem").flatMap(profile) }
        if saved.isCall("sns/friend_get") { return [friends(saved)] }
        if saved.isCall("sns/black_list_get") { return [blacklist(saved)] }
        if saved.isCall("group_open_http_svc/get_group_info") { return saved.list("GroupInfo").flatMap(group) }
        if saved.isCall("group_open_http_svc/get_group_member_info") {
            return [members(of: saved.parameter("GroupId"), saved.list("MemberList"))]
        }
        return nil
    }

    /// The values of a list of tags.
    private static func tags(_ items: JSONValue?) -> [(name: String, value: JSONValue)] {
        items.list.compactMap { item in
            guard let name = item["Tag"]?.string, let value = item["Value"] else { return nil }
            return (name, value)
        }
    }

    private static func profile(_ item: JSONValue) -> [String] {
        guard let user = item["To_Account"]?.identifier else { return [] }
        if let code = item["ResultCode"]?.int64, code != 0 {
            return [
                ImportLine.left(
                    "the profile of \(user)", "Tencent answered \(code) \(item["ResultInfo"]?.string ?? "")")
            ]
        }
        let tags = tags(item["ProfileItem"])
        func value(_ tag: String) -> JSONValue? { tags.first { $0.name == tag }?.value }
        let fields = tags.compactMap { field($0.name, $0.value) }
        let values = ImportLine.make("profile") { json in
            json.field("userID", user)
            json.object("values") { json in
                for field in fields {
                    json.key(text: field.name)
                    if let choice = field.choice { json.value(choice) } else { json.value(field.value) }
                }
            }
        }
        let account = ImportLine.make("account") { json in
            json.field("userID", user)
            copyText("nickname", value("Tag_Profile_IM_Nick"), into: &json)
            copyText("faceUrl", value("Tag_Profile_IM_Image"), into: &json)
        }
        let unknown = tags.filter { !isKnown($0.name) }.map {
            ImportLine.left("\($0.name) of \(user)", "there is no such field")
        }
        return [account] + (fields.isEmpty ? [] : [values]) + unknown
    }

    private static let numbers = [
        "Tag_Profile_IM_BirthDay": "birthday", "Tag_Profile_IM_Language": "language", "Tag_Profile_IM_Level": "level",
        "Tag_Profile_IM_Role": "role",
    ]
    private static let texts = ["Tag_Profile_IM_Location": "location", "Tag_Profile_IM_SelfSignature": "selfSignature"]
    private static let choices = [
        "Gender_Type_Unknown": 0, "Gender_Type_Male": 1, "Gender_Type_Female": 2, "AllowType_Type_AllowAny": 0,
        "AllowType_Type_NeedConfirm": 1, "AllowType_Type_DenyAny": 2,
    ]

    private static func isKnown(_ tag: String) -> Bool {
        numbers[tag] != nil || texts[tag] != nil || tag.hasPrefix("Tag_Profile_Custom_")
            || ["Tag_Profile_IM_Nick", "Tag_Profile_IM_Image", "Tag_Profile_IM_Gender", "Tag_Profile_IM_AllowType"]
                .contains(tag)
    }

    /// The field here, and a number for what Tencent names; nil for a tag that is no field of profiles, or is not set.
    private static func field(_ tag: String, _ value: JSONValue) -> (name: String, choice: Int?, value: JSONValue)? {
        let keys = ["Tag_Profile_IM_Gender": "gender", "Tag_Profile_IM_AllowType": "allowType"]
        if let name = keys[tag] { return choices[value.string ?? ""].map { (name, $0, value) } }
        guard let name = numbers[tag] ?? texts[tag] ?? (tag.hasPrefix("Tag_Profile_Custom_") ? tag : nil),
            let text = value.identifier, !text.isEmpty, text != "0"
        else { return nil }
        return (name, nil, value)
    }

    private static func friends(_ saved: SavedAnswer) -> String {
        ImportLine.make("friends") { json in
            json.field("userID", saved.parameter("From_Account"))
            json.array("friends") { json in
                for friend in saved.list("UserDataItem") {
                    json.object { json in
                        copyText("userID", friend["To_Account"], into: &json)
                        write(tags(friend["ValueItem"]), into: &json)
                    }
                }
            }
        }
    }

    /// Profiles come with their own accounts.
    private static func write(_ tags: [(name: String, value: JSONValue)], into json: inout JSONWriter) {
        for (name, value) in tags {
            switch name {
            case "Tag_SNS_IM_Remark": copyText("remark", value, into: &json)
            case "Tag_SNS_IM_AddSource": copyText("addSource", value, into: &json)
            case "Tag_SNS_IM_AddWording": copyText("addWording", value, into: &json)
            case "Tag_SNS_IM_AddTime": copyNumber("addTime", value, into: &json)
            case "Tag_SNS_IM_Group" where value.count > 0: json.field("groups", value)
            default: break
            }
        }
        let custom = tags.filter { $0.name.hasPrefix("Tag_SNS_Custom_") }
        guard !custom.isEmpty else { return }
        json.object("customInfo") { json in
            for (name, value) in custom {
                json.key(text: name)
                json.value(value)
            }
        }
    }

    private static func blacklist(_ saved: SavedAnswer) -> String {
        ImportLine.make("blacklist") { json in
            json.field("userID", saved.parameter("From_Account"))
            json.array("users") { json in
                for user in saved.list("BlackListItem") {
                    json.object { json in
                        copyText("userID", user["To_Account"], into: &json)
                        copyNumber("addTime", user["AddBlackTimeStamp"], into: &json)
                    }
                }
            }
        }
    }

    private static func group(_ info: JSONValue) -> [String] {
        guard let id = info["GroupId"]?.identifier else { return [] }
        let type = info["Type"]?.string ?? ""
        // Into a public group that takes no requests, nobody comes but by invitation.
        let publicStyles = ["FreeAccess": 3, "DisableApply": 0]
        let styles = [
            "Private": 1, "Work": 1, "Public": publicStyles[info["ApplyJoinOption"]?.string ?? ""] ?? 2,
        ]
        guard let style = styles[type] else {
            return [ImportLine.left("the group \(id)", "there are no groups of type \(type)", group: id)]
        }
        let group = ImportLine.make("group") { json in
            json.field("id", id)
            copyText("owner", info["Owner_Account"], into: &json)
            copyText("name", info["Name"], into: &json)
            copyText("description", info["Introduction"], into: &json)
            copyText("avatar", info["FaceUrl"], into: &json)
            copyText("announcement", info["Notification"], into: &json)
            json.field("style", style)
            copyNumber("maxUsers", info["MaxMemberNum"] ?? info["MaxMemberCount"], into: &json)
            if info["MuteAllMember"]?.isString("On") == true { json.field("mute", 1) }
        }
        let members = info["MemberList"].list
        let custom =
            info["AppDefinedData"].list.isEmpty
            ? [] : [ImportLine.left("AppDefinedData of \(id)", "write it into `ext`")]
        return [group] + (members.isEmpty ? [] : [Self.members(of: id, members)]) + custom
    }

    private static func members(of group: String, _ list: [JSONValue]) -> String {
        ImportLine.make("members") { json in
            json.field("group", group)
            json.array("members") { json in
                for member in list where member["Role"]?.isString("Owner") != true {
                    json.object { json in
                        copyText("userID", member["Member_Account"], into: &json)
                        if member["Role"]?.isString("Admin") == true { json.field("role", "admin") }
                        copyText("nickname", member["NameCard"], into: &json)
                        copyNumber("mutedUntil", member["MuteUntil"] ?? member["ShutUpUntil"], into: &json)
                    }
                }
            }
        }
    }
}
