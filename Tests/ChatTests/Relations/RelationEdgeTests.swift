import ClientProtocol
import Domain
import Testing

@testable import Chat

/// Cases that the random tests found, or find too seldom.
struct RelationEdgeTests {
    private let harness: ChatStateHarness
    private let ann: AccountNumber
    private let bob: AccountNumber

    init() throws {
        harness = try ChatStateHarness()
        for user in ["ann", "bob"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        (ann, bob) = try (harness.number(of: "ann"), harness.number(of: "bob"))
    }

    private func add(_ user: String, of number: AccountNumber, isMutual: Bool = true) throws -> ErrorCode? {
        let requestDraft = FriendRequestDraft(remark: "", wording: "", source: "", group: "", isMutual: isMutual)
        return try harness.chat.friends.addFriend(user, requestDraft, of: number).error
    }

    private func set(_ allowType: AllowType, of number: AccountNumber) throws {
        var change = ProfileChange()
        change.allowType = allowType
        try harness.chat.profiles.modifyProfile(change, of: number)
    }

    /// The events of the body, by recipient.
    private func told(_ body: () throws -> Void) throws -> [String: [ObservedRelationEvent]] {
        _ = try harness.takeEffects()
        try body()
        return try Dictionary(grouping: harness.takeEffects(), by: \.recipient.text).mapValues {
            $0.compactMap(ObservedRelationEvent.init)
        }
    }

    private func groups() throws -> [RelationModel.FriendGroupSnapshot] {
        try RelationQueries.groups(of: ann, named: nil, after: 0, bytes: .max, in: harness.chat.work.store).items
            .map(RelationModel.FriendGroupSnapshot.init)
    }

    @Test func `R-Q22: agreeing to both ways ends both requests, also where one had the other already`() throws {
        for number in [ann, bob] { try set(.afterConfirmation, of: number) }
        #expect(try add("bob", of: ann) == .awaitingApproval)
        try set(.anybody, of: ann)
        #expect(try add("ann", of: bob, isMutual: false) == nil)
        try set(.afterConfirmation, of: ann)
        #expect(try add("ann", of: bob) == .awaitingApproval)
        let told = try told {
            _ = try harness.chat.friends.respond(to: "ann", .agreeAndAdd, remark: "", of: bob)
        }
        #expect(
            told["bob"] == [
                .relation(.requestRemoved, users: #"[{"userID":"ann","pendencyType":2}]"#, version: 3, seq: 6),
                .own(.requestRemoved, users: #"[{"userID":"ann","pendencyType":1}]"#, version: 3, unread: nil),
            ])
        for number in [ann, bob] {
            let list = try FriendRequestList(
                of: number, incoming: true, outgoing: true, seq: 0, cursor: 0, count: 9, now: harness.now,
                in: harness.chat.work.store)
            #expect(list.requests.isEmpty)
        }
    }

    @Test(arguments: [true, false])
    func `R-Q17: what was asked with comes into effect, whichever copy of the request is left`(isOwn: Bool) throws {
        try set(.afterConfirmation, of: bob)
        let requestDraft = FriendRequestDraft(remark: "Bobby", wording: "", source: "", group: "kin", isMutual: true)
        #expect(try harness.chat.friends.addFriend("bob", requestDraft, of: ann).error == .awaitingApproval)
        try harness.chat.relations.deleteRequests(
            [isOwn ? "ann" : "bob"], areOutgoing: !isOwn, of: isOwn ? bob : ann)
        #expect(try add("ann", of: bob) == nil)
        let friend = try FriendList(of: ann, after: "", count: 1, bytes: .max, in: harness.chat.work.store).friends[0]
        #expect(friend.remark == "Bobby" && friend.groups == ["kin"])
    }

    @Test(arguments: [true, false])
    func `R-Q48: a former friend has left the groups, and that is not told`(isBlocked: Bool) throws {
        #expect(try add("bob", of: ann) == nil)
        _ = try harness.chat.friends.createFriendGroups(["kin"], with: ["bob"], of: ann)
        let told = try told {
            if isBlocked {
                _ = try harness.chat.friends.block(["bob"], of: ann)
            } else {
                _ = try harness.chat.friends.deleteFriends(["bob"], bothWays: false, of: ann)
            }
        }
        #expect(told["ann"]?.first == .relation(.friendDeleted, users: #"[{"userID":"bob"}]"#, version: 3, seq: 2))
        #expect(told["ann"]?.count == (isBlocked ? 2 : 1))
        #expect(try groups() == [RelationModel.FriendGroupSnapshot(name: "kin", friends: [])])
    }

    @Test func `R-Q13, R-Q45: a group or a friend named twice is meant once`() throws {
        #expect(try add("bob", of: ann) == nil)
        let results = try harness.chat.friends.createFriendGroups(["kin", "work"], with: ["bob", "bob"], of: ann)
        #expect(results.map(\.error) == [nil, nil])
        #expect(try groups().map(\.friends) == [["bob"], ["bob"]])
        var change = FriendChange()
        change.groups = ["work", "kin", "work"]
        #expect(try told { try harness.chat.friends.modifyFriend("bob", change, of: ann) } == [:])
        #expect(try harness.chat.friends.removeFromFriendGroup("work", ["bob"], of: ann).map(\.error) == [nil])
        #expect(try groups().map(\.friends) == [["bob"], []])
        #expect(
            try told { try harness.chat.friends.deleteFriendGroups(["kin", "kin"], of: ann) } == [
                "ann": [.ownGroups(RelationModel.FriendGroupsSnapshot(version: 4, deleted: ["kin"]))]
            ])
        // The friend was in a group that there is no more; it is in none now, and that is no change.
        change.groups = []
        #expect(try told { try harness.chat.friends.modifyFriend("bob", change, of: ann) } == [:])
    }

    @Test func `R-Q34: an operation is one change, whatever it changes`() throws {
        for user in ["cid", "dan"] { _ = try harness.chat.accountAdministration.create(UserID(user)!) }
        try set(.afterConfirmation, of: ann)
        for user in ["bob", "cid", "dan"] {
            #expect(try add("ann", of: harness.number(of: user)) == .awaitingApproval)
        }
        _ = try harness.chat.friends.createFriendGroups(["kin", "work"], with: [], of: ann)
        try harness.chat.relations.deleteRequests(["bob", "cid"], areOutgoing: false, of: ann)
        _ = try harness.chat.friends.block(["bob", "cid", "dan"], of: ann)
        let relations = try harness.chat.devices.logIn(UserID("ann")!, device: "d", issuedAt: .max, resuming: nil)
            .relations
        #expect(relations.requestSeq == 5)
        #expect(relations.version == 1 + 1)
    }

    @Test func `X-09: what was done to a friend is told before the conversation that looks otherwise`() throws {
        #expect(try add("bob", of: ann) == nil)
        _ = try harness.chat.messages.send(Draft(to: "bob", "m1"), from: ann)
        var change = FriendChange()
        change.remark = "Bobby"
        let told = try told { try harness.chat.friends.modifyFriend("bob", change, of: ann) }
        #expect(told["ann"]?.first == .own(.friendEdited, users: #"[{"userID":"bob"}]"#, version: 2, unread: nil))
        guard case .conversation(let face, isNew: false, seq: _?) = told["ann"]?.last else {
            Issue.record("ann is told \(told)")
            return
        }
        #expect(face.showName == "Bobby")
    }

    @Test(arguments: [("\u{E9}", "e\u{301}"), ("e\u{301}", "\u{E9}")])
    func `a name in another spelling of the same characters is another name`(former: String, new: String) throws {
        #expect(try add("bob", of: ann) == nil)
        for name in [former, new] {
            try harness.chat.profiles.modifyProfile(ProfileChange(nickname: name), of: bob)
            var change = FriendChange()
            change.remark = name
            try harness.chat.friends.modifyFriend("bob", change, of: ann)
        }
        try harness.restart()
        let friend = try FriendList(of: ann, after: "", count: 1, bytes: .max, in: harness.chat.work.store).friends[0]
        #expect(Spelling(friend.remark) == Spelling(new))
        #expect(Spelling(friend.profile.nickname) == Spelling(new))
        #expect(Spelling(try harness.chat.accountAdministration.accountView(UserID("bob")!)!.nickname) == Spelling(new))
    }
}
