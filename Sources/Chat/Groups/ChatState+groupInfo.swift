import ClientProtocol
import Domain
import JSON
import Storage

/// G-80: what is to be another about a group; nil leaves it as it is.
package struct GroupChange: Sendable {
    package var name: String?
    package var description: String?
    package var avatar: String?
    package var ext: String?
    package var maxUsers: Int64?
    package var needsConfirmation: Bool?
    package var joinMode: Int64?
    package var inviteMode: Int64?
    package var infoForAll: Bool?

    package init() {}

    fileprivate var acts: [GroupAct] {
        var acts: [GroupAct] = []
        if name != nil || description != nil || avatar != nil || ext != nil { acts.append(.changeInfo) }
        if maxUsers != nil || needsConfirmation != nil { acts.append(.changeLimits) }
        if joinMode != nil || inviteMode != nil || infoForAll != nil { acts.append(.changeModes) }
        return acts
    }
}

extension ChatState {
    /// G-71, G-Q39, X-35.
    package func modifyGroup(_ id: String, _ change: GroupChange, by number: Int64) throws {
        let context = try memberContext(of: number, in: id)
        let group = context.group
        for act in change.acts { try require(act, by: context) }
        if let most = change.maxUsers {
            // G-Q47.
            if most < group.members.count {
                throw Refusal(.groupParameters, "the group has more members", keys: ["maxUsers"])
            }
            let cap = Int64(group.kind == .group ? options.usersPerGroup : options.usersPerSuperGroup)
            if most > cap { throw Refusal(.groupParameters, "must be at most \(cap)", keys: ["maxUsers"]) }
        }
        guard let style = group.style.with(joinMode: change.joinMode, inviteMode: change.inviteMode) else {
            throw Refusal(.groupParameters, "no group of this style has these modes", keys: ["joinMode", "inviteMode"])
        }
        let formerValues = group.taggedValues
        let former = (group.info, group.style, group.maxUsers, group.needsConfirmation, group.infoForAll)
        group.info.name = change.name ?? group.info.name
        group.info.description = change.description ?? group.info.description
        group.info.avatar = change.avatar ?? group.info.avatar
        group.info.ext = change.ext ?? group.info.ext
        group.style = style
        group.maxUsers = change.maxUsers ?? group.maxUsers
        group.needsConfirmation = change.needsConfirmation ?? group.needsConfirmation
        group.infoForAll = change.infoForAll ?? group.infoForAll
        guard former != (group.info, group.style, group.maxUsers, group.needsConfirmation, group.infoForAll) else {
            return
        }
        try save(group)
        try emitSpecification(of: group)
        try postUpdate(group.taggedValues(otherThan: formerValues), of: group, by: context.account)
        if !former.0.name.isSpelled(like: group.info.name) || !former.0.avatar.isSpelled(like: group.info.avatar) {
            try showLooks(of: group)
        }
    }

    /// T-14: nothing if no tag speaks of it (X-D20).
    func postUpdate(_ values: [(tag: GroupTag, value: String)], of group: Group, by source: Account) throws {
        if values.isEmpty { return }
        try post(GroupNotification(operation: .update, source: source, values: values), to: group)
    }

    /// G-Q44: by an administrator; false if there is no such group.
    package func disableGroup(_ id: String, _ isDisabled: Bool) throws {
        let group = try group(id)
        guard group.isDisabled != isDisabled else { return }
        group.isDisabled = isDisabled
        try save(group)
        try emitSpecification(of: group)
    }

    private func emitSpecification(of group: Group) throws {
        let owner = try account(group.owner)
        try emitMembers(.specificationDidUpdate, of: group) { json in
            json.object("group") { $0.specification(GroupView(group, owner: owner.id)) }
        }
    }

    /// G-68, G-Q37.
    package func announce(_ text: String, in id: String, by number: Int64) throws {
        let context = try memberContext(of: number, in: id)
        try require(.announce, by: context)
        guard !context.group.info.announcement.isSpelled(like: text) else { return }
        context.group.info.announcement = text
        try save(context.group)
        try emitMembers(.announcementDidUpdate, of: context.group) { $0.field("announcement", text) }
        try postUpdate([(.announcement, text)], of: context.group, by: context.account)
    }

    package func announcement(of id: String, for number: Int64) throws -> String {
        try memberContext(of: number, in: id, changing: false).group.info.announcement
    }

    // MARK: - Attributes

    /// G-72, G-81, G-Q40: an empty value deletes its key.
    package func setAttributes(
        _ changes: [ExactText: String], of user: String?, in id: String, by number: Int64
    ) throws {
        let context = try memberContext(of: number, in: id)
        let user = user ?? context.account.id.text
        try require(user == context.account.id.text ? .changeOwnAttributes : .changeOthersAttributes, by: context)
        let target = try member(user, of: context.group, key: "userID").account
        let former = try attributes(of: target, in: context.group)
        var attributes = former
        for (key, value) in changes { attributes[key] = value.isEmpty ? nil : value }
        let size = attributes.reduce(0) { $0 + $1.key.text.utf8.count + $1.value.utf8.count }
        if size > 4_096 { throw Refusal(.attributesTooLarge) }
        let changed = changes.filter { !(former[$0.key] ?? "").isSpelled(like: $0.value) }
        if changed.isEmpty { return }
        try store.execute(
            "UPDATE member SET attributes = $2, nickname = $3 WHERE id = $1",
            [
                .integer(PairKey.key(context.group.number, target.number)), .text(MemberAttributes.write(attributes)),
                .text(attributes[MemberAttributes.nickname] ?? ""),
            ])
        context.group[target.number]!.nickname = attributes[MemberAttributes.nickname] ?? ""
        let data: GroupEventData = { json in
            json.field("userID", target.id.text)
            json.object("attributes") { $0.attributes(changed) }
            json.field("operatorID", context.account.id.text)
        }
        try emitMembers(.attributesChangedOfMember, of: context.group, except: context.account, data)
        try emitOwn(.attributesChangedOfMember, of: context.group, to: context.account, data)
    }

    private func attributes(of account: Account, in group: Group) throws -> [ExactText: String] {
        var attributes: [ExactText: String] = [:]
        try store.query(
            "SELECT attributes FROM member WHERE id = $1", [.integer(PairKey.key(group.number, account.number))]
        ) { row in attributes = MemberAttributes.read(row.text(0)) }
        return attributes
    }

    /// G-Q03.
    package func acceptInvitations(_ accepts: Bool, of number: Int64) throws {
        let account = try caller(number)
        guard account.acceptsInvitations != accepts else { return }
        account.acceptsInvitations = accepts
        try save(account)
    }
}

/// A member's attributes as the store keeps them: a JSON object of strings.
enum MemberAttributes {
    /// The one that messages and lists can show.
    static let nickname = ExactText("nickname")

    static func write(_ attributes: [ExactText: String]) -> String {
        var json = JSONWriter()
        json.object { $0.attributes(attributes) }
        return json.text
    }

    static func read(_ text: String) -> [ExactText: String] {
        let document = JSONDocument()
        guard let members = try? document.parse(text).members else {
            preconditionFailure("attributes are not as they were written: \(text)")
        }
        var attributes: [ExactText: String] = [:]
        for (key, value) in members { attributes[ExactText(key.string!)] = value.string! }
        return attributes
    }
}

extension JSONWriter {
    package mutating func attributes(_ attributes: [ExactText: String]) {
        for (key, value) in attributes.sorted(by: { $0.key < $1.key }) {
            self.key(key.text)
            self.value(value)
        }
    }
}

extension Group {
    /// X-D18: what an update's tags speak of; T-Q04: always strings.
    fileprivate var taggedValues: [(tag: GroupTag, value: String)] {
        [
            (.name, info.name), (.intro, info.description), (.avatar, info.avatar), (.clientCustom, info.ext),
            (.joinMode, String(style.joinMode)), (.inviteMode, String(style.inviteMode)),
            (.beInviteMode, needsConfirmation ? "0" : "1"), (.updateInfoMode, infoForAll ? "1" : "0"),
        ]
    }

    fileprivate func taggedValues(otherThan former: [(tag: GroupTag, value: String)]) -> [(
        tag: GroupTag, value: String
    )] {
        zip(former, taggedValues).filter { !$0.value.isSpelled(like: $1.value) }.map(\.1)
    }
}
