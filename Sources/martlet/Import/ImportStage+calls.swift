import Commands
import Domain
import JSON
import Security
import Telemetry

extension ImportStage {
    /// The calls that this stage makes for a line. `groups` and `media` have what they have become here.
    func calls(
        for line: ImportLine, groups: [String: String], media: [String: ImportedUpload]
    ) throws(CommandFailure) -> [ImportCall] {
        switch (self, line.type) {
        case (.accounts, "account"): try accountCalls(line)
        case (.thumbnails, "media"): try thumbnailCalls(line, media)
        case (.profiles, "account"): try avatarCalls(line, media)
        case (.profiles, "profile"): [try profileCall(line)]
        case (.friends, "friends"): try listCalls(line, "admin.friend.import", "friends")
        case (.blacklists, "blacklist"): try listCalls(line, "admin.blacklist.import", "users")
        case (.groups, "group"): try groupCalls(line, groups, media)
        case (.messages, "message"): try messageCalls(line, groups, media)
        case (.members, "members"): try memberCalls(line, groups)
        case (.members, "values"): try valueCalls(line, groups)
        case (.settings, "group"): try settingCalls(line, groups)
        case (.conversations, "conversation"): try conversationCalls(line, groups)
        case (.disabling, "account"): try disablingCalls(line)
        default: []
        }
    }

    private func accountCalls(_ line: ImportLine) throws(CommandFailure) -> [ImportCall] {
        let user = try line.required("userID")
        let account = object { json in
            json.field("userID", user)
            copyMember("nickname", of: line.json, into: &json)
            copyMember("faceUrl", of: line.json, into: &json)
        }
        return [
            ImportCall(
                operation: "admin.account.create", members: "", list: ("accounts", ["{\(account)}"]),
                subject: "accounts")
        ]
    }

    /// The picture was uploaded there: it has another URL here. Accounts are made before anything is uploaded in their names.
    private func avatarCalls(
        _ line: ImportLine, _ media: [String: ImportedUpload]
    ) throws(CommandFailure) -> [ImportCall] {
        guard let url = avatar("faceUrl", of: line, media) else { return [] }
        let user = try line.required("userID")
        let data = object { json in
            json.field("userID", user)
            json.object("values") { $0.field("faceUrl", url) }
        }
        return [ImportCall(operation: "admin.profile.modify", members: data, subject: user)]
    }

    /// Nil: it names no picture that was taken along.
    private func avatar(_ name: StaticString, of line: ImportLine, _ media: [String: ImportedUpload]) -> String? {
        line.json[name]?.string.flatMap { MediaURL.id(in: $0) }.flatMap { media[$0]?.url }
    }

    /// When all are uploaded: a small picture may be older than its original, or newer.
    private func thumbnailCalls(
        _ line: ImportLine, _ media: [String: ImportedUpload]
    ) throws(CommandFailure) -> [ImportCall] {
        let id = try line.required("mediaID")
        guard let upload = media[id], let thumbnail = line.json["thumbnail"]?.string.flatMap({ media[$0] }) else {
            return []
        }
        let data = object { json in
            json.field("mediaID", upload.id)
            json.field("thumbnail", thumbnail.id)
        }
        return [ImportCall(operation: "admin.media.setThumbnail", members: data, subject: id)]
    }

    private func disablingCalls(_ line: ImportLine) throws(CommandFailure) -> [ImportCall] {
        guard line.json["disabled"]?.bool == true else { return [] }
        let list = (name: "userIDs", elements: [text(try line.required("userID"))])
        return [ImportCall(operation: "admin.account.disable", members: "", list: list, subject: "accounts")]
    }

    private func profileCall(_ line: ImportLine) throws(CommandFailure) -> ImportCall {
        let user = try line.required("userID")
        let data = object { json in
            json.field("userID", user)
            copyMember("values", of: line.json, into: &json)
        }
        return ImportCall(operation: "admin.profile.modify", members: data, subject: user)
    }

    /// A user's friends or blacklist, as many at a time as the gateway takes.
    private func listCalls(
        _ line: ImportLine, _ operation: String, _ name: StaticString
    ) throws(CommandFailure) -> [ImportCall] {
        let user = try line.required("userID")
        let data = object { json in
            json.field("userID", user)
            if self == .blacklists { json.field("keepFriends", true) }
        }
        return line.pieces(of: name, 100).map { elements in
            ImportCall(operation: operation, members: data, list: ("\(name)", elements), subject: user)
        }
    }

    private func groupCalls(
        _ line: ImportLine, _ groups: [String: String], _ media: [String: ImportedUpload]
    ) throws(CommandFailure) -> [ImportCall] {
        let id = try line.required("id")
        guard groups[id] == nil else { return [] }
        let owner = try line.required("owner")
        let data = object { json in
            json.field("owner", owner)
            for name: StaticString in ["kind", "name", "description", "style", "maxUsers"] {
                copyMember(name, of: line.json, into: &json)
            }
            if let url = avatar("avatar", of: line, media) {
                json.field("avatar", url)
            } else {
                copyMember("avatar", of: line.json, into: &json)
            }
            if line.json["ext"] == nil { json.field("ext", id) } else { copyMember("ext", of: line.json, into: &json) }
            json.field("isInviteNeedConfirm", false)
        }
        let digest = Array(id.utf8).withUnsafeBytes { Digest.sha256($0) }
        let key = "import-\(hex(Array(digest.prefix(16))))"
        return [ImportCall(operation: "admin.group.create", members: data, key: key, subject: id)]
    }

    /// In the conversation as its sender names it. Groups that were not made, or are in no line, have been reported.
    private func messageCalls(
        _ line: ImportLine, _ groups: [String: String], _ media: [String: ImportedUpload]
    ) throws(CommandFailure) -> [ImportCall] {
        let (from, id) = (try line.required("from"), try line.required("id"))
        // All members would see it.
        if line.json["visibleTo"] != nil { return [] }
        let conversation: String
        if let group = line.json["group"]?.identifier {
            guard let number = groups[group] else { return [] }
            conversation = "group_\(number)"
        } else {
            conversation = "c2c_\(try line.required("to"))"
        }
        // Uploads that were not taken have been reported.
        let uploads = line.json["media"].list.compactMap(\.string).filter { media[$0] != nil }
        var message = object { json in
            json.field("conversationID", conversation)
            json.field("from", from)
            json.field("clientMsgId", id)
            copyMember("time", of: line.json, into: &json)
            if line.json["kind"] == nil { json.field("type", 0) }
            copyNumber("type", line.json["kind"], into: &json)
            copyMember("body", of: line.json, into: &json)
            if !uploads.isEmpty {
                json.array("media") { json in
                    for id in uploads { json.value(id) }
                }
            }
            copyMember("merged", of: line.json, into: &json)
        }
        // Bodies of elements name them as well. An id is 128 random bits, and stands nowhere by chance.
        for id in line.uploads {
            if let upload = media[id] { message = message.replacing("\"\(id)\"", with: "\"\(upload.id)\"") }
        }
        return [
            ImportCall(
                operation: "admin.message.import", members: "", list: ("messages", ["{\(message)}"]),
                subject: "messages")
        ]
    }

    /// In the user's own name.
    private func conversationCalls(
        _ line: ImportLine, _ groups: [String: String]
    ) throws(CommandFailure) -> [ImportCall] {
        let user = try line.required("userID")
        let (option, isPinned) = (line.json["receiveOpt"], line.json["pinned"]?.bool == true)
        func calls(_ conversation: String, _ operation: String, _ place: (inout JSONWriter) -> Void) -> [ImportCall] {
            let pin = object { json in
                json.field("conversationID", conversation)
                json.field("pinned", true)
            }
            let receive = object { json in
                place(&json)
                copyNumber("opt", option, into: &json)
            }
            let tags = object { json in
                json.field("conversationID", conversation)
                copyMember("tags", of: line.json, into: &json)
                copyMember("ext", of: line.json, into: &json)
            }
            let subject = "\(user): \(conversation)"
            let hasTags = line.json["tags"] != nil || line.json["ext"] != nil
            return
                (hasTags
                ? [ImportCall(operation: "conversation.setTags", members: tags, user: user, subject: subject)] : [])
                + (option == nil
                    ? [] : [ImportCall(operation: operation, members: receive, user: user, subject: subject)])
                + (isPinned
                    ? [ImportCall(operation: "conversation.pin", members: pin, user: user, subject: subject)] : [])
        }
        if let id = line.json["group"]?.identifier {
            guard let group = groups[id] else { return [] }
            return calls("group_\(group)", "conversation.setGroupReceiveOpt") { $0.field("groupID", group) }
        }
        let other = try line.required("to")
        return calls("c2c_\(other)", "conversation.setC2CReceiveOpt") { json in
            json.array("userIDs") { $0.value(other) }
        }
    }

    private func memberCalls(_ line: ImportLine, _ groups: [String: String]) throws(CommandFailure) -> [ImportCall] {
        let id = try line.required("group")
        // Why it was not made has been reported.
        guard let group = groups[id] else { return [] }
        let data = object { $0.field("groupID", group) }
        var (all, admins, white): ([String], [String], [String]) = ([], [], [])
        var mutes: [(duration: Int64, user: String)] = []
        var calls: [ImportCall] = []
        for member in line.json["members"]?.elements.map(Array.init) ?? [] {
            guard let user = member["userID"]?.identifier else { continue }
            all.append(text(user))
            if member["role"]?.isString("admin") == true { admins.append(text(user)) }
            if member["isWhiteListed"]?.bool == true { white.append(text(user)) }
            if let duration = timeLeft(until: member["mutedUntil"]?.int64) { mutes.append((duration, text(user))) }
            guard let name = member["nickname"]?.string, !name.isEmpty else { continue }
            let attributes = data + "," + object { json in json.object("attributes") { $0.field("nickname", name) } }
            calls.append(
                ImportCall(operation: "group.setAttributes", members: attributes, user: user, subject: "\(id): \(user)")
            )
        }
        func call(_ operation: String, _ users: [String], _ size: Int, _ more: String = "") -> [ImportCall] {
            users.pieces(size).map {
                ImportCall(operation: operation, members: data + more, list: ("userIDs", $0), subject: id)
            }
        }
        var first = call("admin.group.invite", all, 60, ",\"showsHistory\":true")
        first += call("admin.group.addAdmin", admins, 100) + call("admin.group.addToWhiteList", white, 100)
        for mute in mutes { first += call("admin.group.mute", [mute.user], 1, ",\"duration\":\(mute.duration)") }
        for ban in line.json["bans"]?.elements.map(Array.init) ?? [] {
            guard let user = ban["userID"]?.identifier, let left = timeLeft(until: ban["bannedUntil"]?.int64) else {
                continue
            }
            first += call("admin.group.ban", [text(user)], 1, ",\"seconds\":\(left < 0 ? -1 : left / 1_000)")
        }
        return first + calls
    }

    private func settingCalls(_ line: ImportLine, _ groups: [String: String]) throws(CommandFailure) -> [ImportCall] {
        let id = try line.required("id")
        guard let group = groups[id] else { return [] }
        var calls: [ImportCall] = []
        func call(_ operation: String, _ names: [StaticString]) {
            guard names.contains(where: { line.json.has($0) }) else { return }
            let data = object { json in
                json.field("groupID", group)
                for name in names { copyMember(name, of: line.json, into: &json) }
            }
            calls.append(ImportCall(operation: operation, members: data, subject: id))
        }
        call("admin.group.setAnnouncement", ["announcement"])
        call("admin.group.muteAll", ["mute"])
        call(
            "admin.group.modify",
            [
                "isInviteNeedConfirm", "joinMode", "inviteMode", "beInviteMode", "updateInfoMode", "historyForNew",
                "receipts",
            ])
        call("admin.group.disable", ["disabled"])
        return calls
    }
}

extension ImportStage {
    /// Of a group, in nobody's name: owner and admins change them from then on.
    private func valueCalls(_ line: ImportLine, _ groups: [String: String]) throws(CommandFailure) -> [ImportCall] {
        let id = try line.required("group")
        guard let group = groups[id] else { return [] }
        let data = object { $0.field("groupID", group) }
        let names: [StaticString] = ["values", "counters"]
        return names.filter { line.json.has($0) }.map { name in
            let list = object { copyMember(name, of: line.json, into: &$0) }
            return ImportCall(operation: "admin.group.setValues", members: "\(data),\(list)", subject: id)
        }
    }
}

/// The time that a mute or a ban has left, in milliseconds; -1: for ever. Nil: it has ended.
private func timeLeft(until end: Int64?) -> Int64? {
    guard let end, end != -1 else { return end }
    let left = end - Int64(WallTime.now.milliseconds / 1_000)
    // The gateway takes ten years.
    return left > 315_360_000 ? -1 : left > 0 ? left * 1_000 : nil
}

/// The members of an object, without its braces.
func object(_ members: (inout JSONWriter) -> Void) -> String {
    var json = JSONWriter()
    json.object(members)
    return String(json.text.dropFirst().dropLast())
}

private func text(_ string: String) -> String {
    var json = JSONWriter()
    json.value(string)
    return json.text
}

extension ImportLine {
    /// The elements of a list, as JSON, so many at a time.
    fileprivate func pieces(of name: StaticString, _ size: Int) -> [[String]] {
        let elements = json[name]?.elements.map(Array.init) ?? []
        return elements.map { String(decoding: $0.raw, as: UTF8.self) }.pieces(size)
    }
}

extension [String] {
    fileprivate func pieces(_ size: Int) -> [[String]] {
        stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
    }
}

extension JSONValue {
    fileprivate func has(_ name: StaticString) -> Bool { self[name].map { !$0.isNull } ?? false }
}

/// A member as another object has it, if it has it.
func copyMember(_ name: StaticString, of object: JSONValue, into json: inout JSONWriter) {
    if let value = object[name], !value.isNull { json.field(name, value) }
}
