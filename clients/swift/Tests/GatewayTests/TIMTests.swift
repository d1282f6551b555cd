import Foundation
import MartletFacade
import MartletTIM
import Testing

@Suite(.timeLimit(.minutes(1))) struct TIMTests {
    @Test func `a profile has what was written`() async throws {
        let alice = try await TIMUser()
        try await alice.modify([
            TIMProfileTypeKey_Nick: "Alice", TIMProfileTypeKey_FaceUrl: "https://example.com/a.png",
            TIMProfileTypeKey_AllowType: NSNumber(value: TIMFriendAllowType.FRIEND_NEED_CONFIRM.rawValue),
            TIMProfileTypeKey_Gender: TIMGender.GENDER_FEMALE, TIMProfileTypeKey_Birthday: 19_900_101,
            TIMProfileTypeKey_Location: "Linz", TIMProfileTypeKey_Language: UInt32(7), TIMProfileTypeKey_Level: 3,
            TIMProfileTypeKey_Role: 2, TIMProfileTypeKey_SelfSignature: "Hi",
            TIMProfileTypeKey_Custom_Prefix + "Blood": 1, TIMProfileTypeKey_Custom_Prefix + "Motto": Data([0, 255]),
        ])
        let profile = try #require(try await told { #expect(alice.relations.getSelfProfile($0, fail: $1) == 0) })
        #expect(profile.identifier == alice.id)
        #expect(profile.nickname == "Alice")
        #expect(profile.faceURL == "https://example.com/a.png")
        #expect(profile.allowType == .FRIEND_NEED_CONFIRM)
        #expect(profile.gender == .GENDER_FEMALE)
        #expect(profile.birthday == 19_900_101)
        #expect(profile.location == Data("Linz".utf8))
        #expect(profile.language == 7)
        #expect(profile.level == 3)
        #expect(profile.role == 2)
        #expect(profile.selfSignature == Data("Hi".utf8))
        #expect(profile.customInfo["Blood"] as? NSNumber == 1)
        #expect(profile.customInfo["Motto"] as? Data == Data([0, 255]))
        let labelled = try await told { #expect(alice.relations.getSelfProfile(succ: $0, fail: $1) == 0) }
        #expect(labelled?.nickname == "Alice")
    }

    @Test func `a value that cannot be is refused with its code`() async throws {
        let alice = try await TIMUser()
        for (key, value, code) in [
            ("shoeSize", 43 as Any, 40_009 as Int32), (TIMProfileTypeKey_Nick, 1.5, 40_610),
            (TIMProfileTypeKey_Level, Date(), 40_610), (TIMProfileTypeKey_Gender, 9, 40_605),
        ] {
            let failure = await #expect(throws: Failure.self) { try await alice.modify([key: value]) }
            #expect(failure?.code == code, "\(key)")
        }
    }

    @Test func `a profile is read again when it is forced, has expired or has changed`() async throws {
        let (alice, bob, carol) = (try await TIMUser(), try await TIMUser(), try await TIMUser())
        try await bob.modify([TIMProfileTypeKey_Nick: "Bob"])
        #expect(try await alice.profile(bob)?.nickname == "Bob")
        try await bob.modify([TIMProfileTypeKey_Nick: "Robert"])
        #expect(try await alice.profile(bob)?.nickname == "Bob")
        #expect(try await alice.profile(bob, isForced: true)?.nickname == "Robert")
        #expect(try await alice.profile(bob)?.nickname == "Robert")

        let config = TIMUserConfig()
        config.friendProfileOpt.expiredSeconds = 0
        #expect(alice.manager.setUserConfig(config) == 0)
        try await bob.modify([TIMProfileTypeKey_Nick: "Rob"])
        #expect(try await alice.profile(bob)?.nickname == "Rob")
        config.friendProfileOpt = TIMFriendProfileOption()
        #expect(config.friendProfileOpt.expiredSeconds == 86_400)
        alice.manager.setUserConfig(config)

        try await alice.add(carol)
        #expect(try await alice.friends().map(\.profile.nickname) == [""])
        try await carol.modify([TIMProfileTypeKey_Nick: "Carol"])
        let changed: TIMProfileSystemElem = try await alice.messages.next()
        #expect(changed.type == .FRIEND_PROFILE_CHANGE)
        #expect(changed.fromUser == carol.id)
        #expect(changed.nickName == "")
        #expect(try await alice.profile(carol)?.nickname == "Carol")
        #expect(try await alice.friends().map(\.profile.nickname) == ["Carol"])
    }

    @Test func `several profiles come in order, and unknown users not at all`() async throws {
        let (alice, bob) = (try await TIMUser(), try await TIMUser())
        _ = try await alice.profile(bob)
        for isForced in [false, true] {
            let profiles = try await told {
                #expect(
                    alice.relations.getUsersProfile(
                        [alice.id, "nobody", bob.id, alice.id], forceUpdate: isForced, succ: $0, fail: $1) == 0)
            }
            #expect(profiles?.map(\.identifier) == [alice.id, bob.id])
        }
        for users in [["nobody"], []] {
            let failure = await #expect(throws: Failure.self) {
                _ = try await told { alice.relations.getUsersProfile(users, forceUpdate: false, succ: $0, fail: $1) }
            }
            #expect(failure?.code == (users == [] ? 40_001 : 40_003))
        }
    }

    @Test func `a request is answered, and the friends have what was written`() async throws {
        let (alice, bob) = (try await TIMUser(), try await TIMUser())
        try await bob.modify([TIMProfileTypeKey_AllowType: 1, TIMProfileTypeKey_Nick: "Bob"])
        let result = try await alice.add(bob) {
            $0.remark = "Bobby"
            $0.addWording = "We met"
            $0.addSource = "AddSource_Type_iOS"
            $0.group = "Pals"
        }
        #expect(result?.identifier == bob.id)
        #expect(result?.result_code == TIMFriendStatus.ADD_FRIEND_STATUS_PENDING.rawValue)
        #expect(result?.result_info != "")
        for user in [alice, bob] {
            let asked: TIMSNSSystemElem = try await user.messages.next()
            #expect(asked.type == .ADD_FRIEND_REQ)
            #expect(asked.users.map(\.identifier) == [user.id == alice.id ? bob.id : alice.id])
            #expect(asked.users.map(\.wording) == ["We met"])
            #expect(asked.users.map(\.source) == ["AddSource_Type_iOS"])
        }

        #expect(try await bob.respond(alice, .FRIEND_RESPONSE_AGREE_AND_ADD, remark: "Al") == 0)
        let kinds: [TIMSNSSystemElem] = [try await alice.messages.next(), try await alice.messages.next()]
        #expect(Set(kinds.map(\.type)) == [.ADD_FRIEND, .DEL_FRIEND_REQ])
        #expect(kinds.map { $0.users.map(\.identifier) } == [[bob.id], [bob.id]])
        #expect(try await bob.respond(alice, .FRIEND_RESPONSE_REJECT) == 30_614)
        let response = TIMFriendResponse()
        response.identifier = alice.id
        let again = try await told { bob.relations.doResponse(response, succ: $0, fail: $1) }
        #expect(again?.result_code == TIMFriendStatus.RESPONSE_FRIEND_STATUS_NO_REQ.rawValue)

        try await done { succ, fail in
            let values: [String: Any] = [TIMFriendTypeKey_Custom_Prefix + "Rank": 5]
            #expect(alice.relations.modifyFriend(bob.id, values: values, succ: succ, fail: fail) == 0)
        }
        let friend = try #require(try await alice.friends().first)
        #expect(friend.identifier == bob.id)
        #expect(friend.remark == "Bobby")
        #expect(friend.groups == ["Pals"])
        #expect(friend.addWording == "We met")
        #expect(friend.addSource == "AddSource_Type_iOS")
        #expect(friend.addTime > 1_700_000_000)
        #expect(friend.customInfo["Rank"] as? NSNumber == 5)
        #expect(friend.profile.nickname == "Bob")
        #expect(try await bob.friends().map(\.remark) == ["Al"])
    }

    @Test func `the list of friends follows what has changed`() async throws {
        let (alice, bob, carol) = (try await TIMUser(), try await TIMUser(), try await TIMUser())
        try await alice.add(bob)
        #expect(try await alice.friends().map(\.identifier) == [bob.id])
        try await alice.add(carol)
        try await done { succ, fail in
            let values: [String: Any] = [TIMFriendTypeKey_Remark: "Bobby", TIMFriendTypeKey_Group: [String]()]
            alice.relations.modifyFriend(bob.id, values: values, succ: succ, fail: fail)
        }
        let friends = try await told { alice.relations.getFriendList(succ: $0, fail: $1) } ?? []
        #expect(Set(friends.map(\.remark)) == ["Bobby", ""])
        #expect(friends.map(\.identifier) == [bob.id, carol.id].sorted())

        var results = try await told {
            #expect(alice.relations.delFriend(bob.id, delType: .FRIEND_DEL_SINGLE, succ: $0, fail: $1) == 0)
        }
        #expect(results?.map(\.result_code) == [0])
        #expect(try await alice.friends().map(\.identifier) == [carol.id])
        #expect(try await alice.relation(bob, .FRIEND_CHECK_TYPE_BIDIRECTION) == .FRIEND_RELATION_TYPE_OTHER_UNI)
        #expect(try await alice.relation(bob, .FRIEND_CHECK_TYPE_UNIDIRECTION) == .FRIEND_RELATION_TYPE_NONE)
        #expect(try await bob.relation(alice, .FRIEND_CHECK_TYPE_BIDIRECTION) == .FRIEND_RELATION_TYPE_MY_UNI)
        #expect(try await alice.relation(carol, .FRIEND_CHECK_TYPE_BIDIRECTION) == .FRIEND_RELATION_TYPE_BOTHWAY)

        results = try await told {
            let users = [carol.id, bob.id, "nobody"]
            #expect(alice.relations.deleteFriends(users, delType: .FRIEND_DEL_BOTH, succ: $0, fail: $1) == 0)
        }
        #expect(results?.map(\.result_code) == [0, 0, 30_003])
        let deleted: TIMSNSSystemElem = try await carol.messages.next()
        #expect(deleted.type == .ADD_FRIEND)
        let gone: TIMSNSSystemElem = try await carol.messages.next()
        #expect(gone.type == .DEL_FRIEND)
        #expect(gone.users.map(\.identifier) == [alice.id])
        #expect(try await alice.friends().isEmpty)
        results = try await told {
            alice.relations.deleteFriends([bob.id], delType: .FRIEND_DEL_BOTH, succ: $0, fail: $1)
        }
        #expect(results?.map(\.result_code) == [TIMFriendStatus.DEL_FRIEND_STATUS_NO_FRIEND.rawValue])
    }

    @Test func `requests are listed, read and deleted`() async throws {
        let (alice, bob) = (try await TIMUser(), try await TIMUser())
        try await alice.modify([TIMProfileTypeKey_Nick: "Alice"])
        try await bob.modify([TIMProfileTypeKey_AllowType: 1])
        try await alice.add(bob) { $0.addWording = "Hi" }
        let (page, items) = try await bob.pendencies(.PENDENCY_GET_COME_IN)
        #expect(page.unreadCnt == 1)
        #expect(page.timestamp == 0)
        #expect(items.map(\.identifier) == [alice.id])
        #expect(items.map(\.addWording) == ["Hi"])
        #expect(items.map(\.addSource) == [""])
        #expect(items.map(\.nickname) == ["Alice"])
        #expect(items.map(\.type) == [.PENDENCY_GET_COME_IN])
        #expect(try await bob.pendencies(.PENDENCY_GET_BOTH, seq: page.seq).items.isEmpty)
        #expect(try await alice.pendencies(.PENDENCY_GET_SEND_OUT).items.map(\.identifier) == [bob.id])

        let addTime = try #require(items.first?.addTime)
        try await done { succ, fail in
            #expect(bob.relations.pendencyReport(addTime, succ: succ, fail: fail) == 0)
        }
        #expect(try await bob.pendencies(.PENDENCY_GET_COME_IN).page.unreadCnt == 0)
        try await done { succ, fail in
            let users = [alice.id]
            #expect(bob.relations.deletePendency(.PENDENCY_GET_COME_IN, users: users, succ: succ, fail: fail) == 0)
        }
        #expect(try await bob.pendencies(.PENDENCY_GET_COME_IN).items.isEmpty)
        #expect(try await bob.respond(alice, .FRIEND_RESPONSE_AGREE) == 30_614)
    }

    @Test func `blocked users are listed until they are freed`() async throws {
        let (alice, bob) = (try await TIMUser(), try await TIMUser())
        var results = try await told {
            #expect(alice.relations.addBlackList([bob.id, "nobody"], succ: $0, fail: $1) == 0)
        }
        #expect(results?.map(\.identifier) == [bob.id, "nobody"])
        #expect(results?.map(\.result_code) == [0, 30_003])
        var blocked = try await told { #expect(alice.relations.getBlackList($0, fail: $1) == 0) }
        #expect(blocked?.map(\.identifier) == [bob.id])
        #expect(try await alice.add(bob)?.result_code == 30_515)
        #expect(try await bob.add(alice)?.result_code == 30_525)
        results = try await told { #expect(alice.relations.deleteBlackList([bob.id], succ: $0, fail: $1) == 0) }
        #expect(results?.map(\.result_code) == [0])
        blocked = try await told { alice.relations.getBlackList(succ: $0, fail: $1) }
        #expect(blocked?.isEmpty == true)
    }

    @Test func `friend groups are made, filled, renamed and deleted`() async throws {
        let (alice, bob, carol) = (try await TIMUser(), try await TIMUser(), try await TIMUser())
        try await alice.add(bob)
        try await alice.add(carol)
        let relations = alice.relations
        func groups(_ names: [String]?) async throws -> [[String]] {
            let groups = try await told { #expect(relations.getFriendGroups(names, succ: $0, fail: $1) == 0) } ?? []
            #expect(groups.map { Int($0.userCnt) } == groups.map(\.friends.count))
            return groups.map { [$0.name] + $0.friends }
        }
        var results = try await told {
            #expect(relations.createFriendGroup(["Pals", "Work"], users: [bob.id], succ: $0, fail: $1) == 0)
        }
        #expect(results?.map(\.result_code) == [0])
        results = try await told {
            let users = [carol.id, bob.id]
            #expect(relations.addFriends(toFriendGroup: "Work", users: users, succ: $0, fail: $1) == 0)
        }
        #expect(results?.map(\.result_code) == [0, 32_519])
        #expect(try await groups(nil) == [["Pals", bob.id], ["Work"] + [bob.id, carol.id].sorted()])
        results = try await told {
            #expect(relations.delFriends(fromFriendGroup: "Work", users: [bob.id], succ: $0, fail: $1) == 0)
        }
        #expect(results?.map(\.result_code) == [0])
        try await done { succ, fail in
            #expect(relations.renameFriendGroup("Work", newName: "Office", succ: succ, fail: fail) == 0)
        }
        try await done { succ, fail in
            #expect(relations.deleteFriendGroup(["Pals"], succ: succ, fail: fail) == 0)
        }
        #expect(try await groups(["Office", "Pals"]) == [["Office", carol.id]])
        let failure = await #expect(throws: Failure.self) {
            try await done { succ, fail in
                relations.deleteFriendGroup(["Pals"], succ: succ, fail: fail)
            }
        }
        #expect(failure?.code == 30_001)
    }

    @Test func `calls go in the order in which they are made`() async throws {
        let alice = try await TIMUser()
        for number in 1..<50 {
            alice.relations.modifySelfProfile([TIMProfileTypeKey_Level: number], succ: nil, fail: nil)
        }
        try await alice.modify([TIMProfileTypeKey_Language: 1])
        #expect(try await told { alice.relations.getSelfProfile($0, fail: $1) }?.level == 49)
    }

    @Test func `a login fails once, and says why`() async throws {
        let alice = try await TIMUser()
        for (token, code) in [("", -1 as Int32), ("no token", 70_003)] {
            let failure = await #expect(throws: Failure.self) { try await alice.login(token) }
            #expect(failure?.code == code)
        }
        try await alice.login(try Gateway.shared.get().token(alice.id))
        try await done { succ, fail in #expect(alice.manager.logout(succ, fail: fail) == 0) }
        let failure = await #expect(throws: Failure.self) { try await alice.friends() }
        #expect(failure?.code == 6014)

        let other = TIMManager()
        let notStarted = await #expect(throws: Failure.self) {
            try await done { succ, fail in other.login(TIMLoginParam(), succ: succ, fail: fail) }
        }
        #expect(notStarted == Failure(code: -1, text: "client notStarted: start(url:device:) comes first"))

        // Nothing listens there.
        other.facade.start(FacadeSettings(url: "ws://127.0.0.1:1/v1/ws", device: "phone", patience: 300))
        let param = TIMLoginParam()
        param.identifier = "nobody"
        param.userSig = "no token"
        let timeout = await #expect(throws: Failure.self) {
            try await done { succ, fail in other.login(param, succ: succ, fail: fail) }
        }
        #expect(timeout?.text == "client timeout: there is no connection to the gateway")
    }

    @Test func `another token takes the place of one that ends`() async throws {
        let (alice, gateway) = (try await TIMUser(), try Gateway.shared.get())
        let (questions, asked) = AsyncStream.makeStream(of: Void.self)
        alice.manager.start(url: gateway.url, device: "phone") { [id = alice.id] in
            asked.yield()
            return try gateway.token(id)
        }
        try await alice.login(gateway.token(alice.id, seconds: 2))
        for await _ in questions { break }
        // Beyond the end of the first one, with the gateway's leeway.
        try await Task.sleep(nanoseconds: 3_500_000_000)
        #expect(try await told { alice.relations.getSelfProfile($0, fail: $1) }?.identifier == alice.id)
    }

    @Test func `a listener is not kept`() async throws {
        let alice = try await TIMUser()
        weak var kept: TIMMessages?
        do {
            let listener = TIMMessages()
            kept = listener
            alice.manager.setMessageListener(listener)
        }
        #expect(kept == nil)
        #expect(TIMManager.sharedInstance() === TIMManager.sharedInstance())
        #expect(TIMFriendshipManager.sharedInstance() === TIMFriendshipManager.sharedInstance())
    }
}
