import Client
import JSON
import Testing

/// `group.setNotifyState`, `group.getNotifyState`
struct NotifyStateTests {
    struct State: ShowsRows {
        let rows: String
        let name: String
        let number: Int
        /// The state before.
        let former: Int
    }

    @Test(arguments: [
        State(rows: "T-47", name: "All", number: 0, former: 1),
        State(rows: "T-48", name: "OnlyManager", number: 2, former: 0),
        State(rows: "T-49", name: "None", number: 1, former: 2),
    ])
    func `T-52, T-53, T-Q18, X-51: each member has its own notify state, which is reported to its own devices`(
        state: State
    ) throws {
        try withChat(door: .webSocket) { gateway in
            let cast = try gateway.cast()
            #expect(try cast["member"].notifyState(cast.id) == 0)
            try cast["member"].group("setNotifyState", cast.id, #""state": \#(state.former)"#)
            try cast.expect(["member.tab": ["self notifyStateChanged state=\(state.number)"]]) {
                try cast["member"].group("setNotifyState", cast.id, #""state": \#(state.number)"#)
            }
            #expect(try cast["member.tab"].notifyState(cast.id) == state.number)
            #expect(try cast["member2"].notifyState(cast.id) == 0)
            #expect(try cast["member"].details(cast.id).isBlocked == false)
            // Unchanged: nobody is told.
            try cast.expect([:]) {
                try cast["member"].group("setNotifyState", cast.id, #""state": \#(state.number)"#)
            }
        }
    }

    @Test func `T-Q17, T-Q18: an unknown state is 414, a non-member gets 804, an unknown group is 803`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            #expect(try cast["member"].attempt("setNotifyState", cast.id, #""state": 3"#) == "nim 414")
            #expect(try cast["stranger"].attempt("setNotifyState", cast.id, #""state": 1"#) == "nim 804")
            #expect(try cast["stranger"].attempt("getNotifyState", cast.id) == "nim 804")
            #expect(try cast["member"].attempt("getNotifyState", "999") == "nim 803")
        }
    }

    @Test func `T-Q18: the state is forgotten on leaving, and lasts over a restart`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 3)
            for user in ["member", "member2"] { try cast[user].group("setNotifyState", cast.id, #""state": 1"#) }
            try cast["member"].group("leave", cast.id)
            try cast["member"].group("join", cast.id)
            try gateway.restart()
            #expect(try gateway.online("member").notifyState(cast.id) == 0)
            #expect(try gateway.online("member2").notifyState(cast.id) == 1)
        }
    }

    @Test func `T-Q17: a super group has no state for owner and admins alone`() throws {
        try withChat { gateway in
            let alice = try gateway.online("alice")
            let data = #"{"owner": "alice", "kind": "superTeam", "name": "s"}"#
            let made = try gateway.admin().request("admin.group.create", data).get()
            let id = try #require(made["groupID"]?.string)
            #expect(try alice.attempt("setNotifyState", id, #""state": 2"#) == "nim 414")
            #expect(try alice.attempt("setNotifyState", id, #""state": 1"#) == "ok")
        }
    }
}
