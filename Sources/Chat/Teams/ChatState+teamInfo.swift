import ClientProtocol
import Domain
import JSON
import Storage

/// G-80: what is to be another about a group; nil leaves it as it is.
package struct TeamChange: Sendable {
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

    fileprivate var acts: [TeamAct] {
        var acts: [TeamAct] = []
        if name != nil || description != nil || avatar != nil || ext != nil { acts.append(.changeInfo) }
        if maxUsers != nil || needsConfirmation != nil { acts.append(.changeLimits) }
        if joinMode != nil || inviteMode != nil || infoForAll != nil { acts.append(.changeModes) }
        return acts
    }
}

extension ChatState {
    /// G-71, G-Q39, X-35.
    package func modifyTeam(_ id: String, _ change: TeamChange, by number: Int64) throws {
        let context = try memberContext(of: number, in: id)
        let team = context.team
        for act in change.acts { try require(act, by: context) }
        if let most = change.maxUsers {
            // G-Q47.
            if most < team.members.count {
                throw Refusal(.groupParameters, "there are more members", keys: ["maxUsers"])
            }
            let cap = Int64(team.kind == .team ? options.usersPerTeam : options.usersPerSuperTeam)
            if most > cap { throw Refusal(.groupParameters, "must be at most \(cap)", keys: ["maxUsers"]) }
        }
        guard let style = team.style.with(joinMode: change.joinMode, inviteMode: change.inviteMode) else {
            throw Refusal(.groupParameters, "no group of this style has these modes", keys: ["joinMode", "inviteMode"])
        }
        let formerValues = team.taggedValues
        let former = (team.info, team.style, team.maxUsers, team.needsConfirmation, team.infoForAll)
        team.info.name = change.name ?? team.info.name
        team.info.description = change.description ?? team.info.description
        team.info.avatar = change.avatar ?? team.info.avatar
        team.info.ext = change.ext ?? team.info.ext
        team.style = style
        team.maxUsers = change.maxUsers ?? team.maxUsers
        team.needsConfirmation = change.needsConfirmation ?? team.needsConfirmation
        team.infoForAll = change.infoForAll ?? team.infoForAll
        guard former != (team.info, team.style, team.maxUsers, team.needsConfirmation, team.infoForAll) else { return }
        try save(team)
        try emitSpecification(of: team)
        try postUpdate(team.taggedValues(otherThan: formerValues), of: team, by: context.account)
        if !former.0.name.isSpelled(like: team.info.name) || !former.0.avatar.isSpelled(like: team.info.avatar) {
            try showLooks(of: team)
        }
    }

    /// T-14: nothing if no tag speaks of it (X-D20).
    func postUpdate(_ values: [(tag: TeamTag, value: String)], of team: Team, by source: Account) throws {
        if values.isEmpty { return }
        try post(TeamNotification(operation: .update, source: source, values: values), to: team)
    }

    /// G-Q44: by an administrator; false if there is no such group.
    package func disableTeam(_ id: String, _ isDisabled: Bool) throws {
        let team = try team(id)
        guard team.isDisabled != isDisabled else { return }
        team.isDisabled = isDisabled
        try save(team)
        try emitSpecification(of: team)
    }

    private func emitSpecification(of team: Team) throws {
        let owner = try account(team.owner)
        try emitMembers(.specificationDidUpdate, of: team) { json in
            json.object("group") { $0.specification(TeamView(team, owner: owner.id)) }
        }
    }

    /// G-68, G-Q37.
    package func announce(_ text: String, in id: String, by number: Int64) throws {
        let context = try memberContext(of: number, in: id)
        try require(.announce, by: context)
        guard !context.team.info.announcement.isSpelled(like: text) else { return }
        context.team.info.announcement = text
        try save(context.team)
        try emitMembers(.announcementDidUpdate, of: context.team) { $0.field("announcement", text) }
        try postUpdate([(.announcement, text)], of: context.team, by: context.account)
    }

    package func announcement(of id: String, for number: Int64) throws -> String {
        try memberContext(of: number, in: id, changing: false).team.info.announcement
    }

    // MARK: - Attributes

    /// G-72, G-81, G-Q40: an empty value deletes its key.
    package func setAttributes(
        _ changes: [ExactText: String], of user: String?, in id: String, by number: Int64
    ) throws {
        let context = try memberContext(of: number, in: id)
        let user = user ?? context.account.id.text
        try require(user == context.account.id.text ? .changeOwnAttributes : .changeOthersAttributes, by: context)
        let target = try member(user, of: context.team, key: "userID").account
        let former = try attributes(of: target, in: context.team)
        var attributes = former
        for (key, value) in changes { attributes[key] = value.isEmpty ? nil : value }
        let size = attributes.reduce(0) { $0 + $1.key.text.utf8.count + $1.value.utf8.count }
        if size > 4_096 { throw Refusal(.attributesTooLarge) }
        let changed = changes.filter { !(former[$0.key] ?? "").isSpelled(like: $0.value) }
        if changed.isEmpty { return }
        try store.execute(
            "UPDATE member SET attributes = $2, nickname = $3 WHERE id = $1",
            [
                .integer(PairKey.key(context.team.number, target.number)), .text(MemberAttributes.write(attributes)),
                .text(attributes[MemberAttributes.nickname] ?? ""),
            ])
        context.team[target.number]!.nickname = attributes[MemberAttributes.nickname] ?? ""
        let data: TeamEventData = { json in
            json.field("userID", target.id.text)
            json.object("attributes") { $0.attributes(changed) }
            json.field("operatorID", context.account.id.text)
        }
        try emitMembers(.attributesChangedOfMember, of: context.team, except: context.account, data)
        try emitOwn(.attributesChangedOfMember, of: context.team, to: context.account, data)
    }

    private func attributes(of account: Account, in team: Team) throws -> [ExactText: String] {
        var attributes: [ExactText: String] = [:]
        try store.query(
            "SELECT attributes FROM member WHERE id = $1", [.integer(PairKey.key(team.number, account.number))]
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

extension Team {
    /// X-D18: what an update's tags speak of; T-Q04: always strings.
    fileprivate var taggedValues: [(tag: TeamTag, value: String)] {
        [
            (.name, info.name), (.intro, info.description), (.avatar, info.avatar), (.clientCustom, info.ext),
            (.joinMode, String(style.joinMode)), (.inviteMode, String(style.inviteMode)),
            (.beInviteMode, needsConfirmation ? "0" : "1"), (.updateInfoMode, infoForAll ? "1" : "0"),
        ]
    }

    fileprivate func taggedValues(otherThan former: [(tag: TeamTag, value: String)]) -> [(tag: TeamTag, value: String)]
    {
        zip(former, taggedValues).filter { !$0.value.isSpelled(like: $1.value) }.map(\.1)
    }
}
