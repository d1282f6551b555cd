import Client
import JSON
import Testing

/// `group.setNotifyState`, `group.getNotifyState`
@Suite(.onThreads) struct NotifyStateTests {
    @Test func `T-47, T-48, T-49, T-52, T-53, T-Q17, T-Q18, X-51: each member has a state, and own devices hear of it`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            for state in [2, 1, 0] {
                try cast.expect(["member.tab": ["self notifyStateChanged state=\(state)"]]) {
                    try cast["member"].group("setNotifyState", cast.id, #""state": \#(state)"#)
                }
                #expect(try cast["member.tab"].notifyState(cast.id) == state)
                #expect(try cast["member2"].notifyState(cast.id) == 0)
                #expect(try cast["member"].details(cast.id).isBlocked == false)
            }
            // Unchanged: nobody is told.
            try cast.expect([:]) { try cast["member"].group("setNotifyState", cast.id, #""state": 0"#) }
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
