import Client
import JSON
import Testing

/// `group.setValues`, `group.count`, `group.values`.
struct GroupValueTests {
    /// Parameters of `group.setValues`.
    private func values(_ values: String...) -> String { self.values(values) }

    private func values(_ values: [String]) -> String {
        #""values": [\#(values.map { "{\($0)}" }.joined(separator: ", "))]"#
    }

    private func value(_ key: String, _ value: String, _ more: String = "") -> String {
        #""key": "\#(key)", "value": "\#(value)"\#(more.isEmpty ? "" : ", \(more)")"#
    }

    private func keys(_ json: JSONValue) -> [String?]? { json["values"]?.elements?.map { $0["key"]?.string } }

    @Test(arguments: RequestDoor.allCases)
    func `Y-03: values are set all or none, by versions, and all members hear of it`(_ door: RequestDoor) throws {
        try withChat(door: door) { gateway in
            let (admin, cast) = (try gateway.admin(), try gateway.cast())
            let (id, owner, leader, member) = (cast.id, cast["owner"], cast["admin"], cast["member"])
            #expect(try member.attempt("setValues", id, values(value("a", "1"))) == "em 603")
            #expect(try cast["stranger"].attempt("setValues", id, values(value("a", "1"))) == "em 602")
            #expect(try cast["stranger"].attempt("values", id) == "em 602")
            let first = try owner.group("setValues", id, values(value("a", "1"), value("b", "x")))["seq"]?.int
            for session in [cast["owner.tab"], member] {
                let heard = try session.event("group.valuesChanged")
                #expect(heard["removed"]?.count == 0 && heard["set"]?.count == 2 && heard["counters"] == nil)
                let set = heard["set"]?.firstElement
                #expect(set?["key"]?.string == "a" && set?["value"]?.string == "1" && set?["by"]?.string == "owner")
                #expect(set?["version"]?.int == first)
            }

            // One of them has a version by now: neither is set.
            let stale = ofGroup(id, values(value("c", "1"), value("a", "2", #""ifVersion": 0"#)))
            let refusal = try leader.refusal("group.setValues", stale)
            #expect(refusal.number == "gw 1006" && refusal.keys == ["ifVersion"])
            // Of two at once, one alone does it.
            let version = #""ifVersion": \#(try #require(first))"#
            let both = [owner, leader].map {
                ($0, "group.setValues", ofGroup(id, values(value("a", "2", version), #""key": "b""#)))
            }
            #expect(try outcomes(both).sorted() == ["gw 1006", "ok"])
            #expect(try member.event("group.valuesChanged")["removed"]?.elements?.map(\.string) == ["b"])

            // A backend is nobody, with the rights of the member in whose name it asks.
            let seq = try admin.request("admin.group.setValues", ofGroup(id, values(value("z", "9")))).get()["seq"]?.int
            #expect(try member.event("group.valuesChanged")["set"]?.firstElement?["by"] == nil)
            for read in [
                try member.group("values", id), try admin.request("admin.group.values", ofGroup(id, "")).get(),
            ] {
                #expect(keys(read) == ["a", "z"] && read["seq"]?.int == seq && read["counters"]?.count == 0)
                #expect(read["values"]?.firstElement?["value"]?.string == "2")
            }
            // What is not there is removed as well, and nothing has happened.
            #expect(try owner.group("setValues", id, values(#""key": "b""#))["seq"]?.int == seq)
        }
    }

    @Test func `Y-03: with updateInfoMode a key is its setter's, and owner and admins overwrite it`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            try owner.group("modify", id, #""updateInfoMode": 1"#)
            try member.group("setValues", id, values(value("seat", "member")))
            let taken = try cast["member2"].refusal("group.setValues", ofGroup(id, values(value("seat", "mine"))))
            #expect(taken.number == "em 603" && taken.keys == ["key"])
            let own = (1...9).map { value("own\($0)", "") }
            try member.group("setValues", id, values(own))
            #expect(try member.attempt("setValues", id, values(value("own10", ""))) == "gw 1013")
            try cast["admin"].group("setValues", id, values(value("seat", "free")))
            #expect(try member.attempt("setValues", id, values(value("seat", "member"))) == "em 603")
            #expect(try member.attempt("setValues", id, values(value("own10", ""))) == "ok")

            for bad in [
                "", #"\#(values(value("a", ""))), "counters": []"#, values([]), values(value("", "")),
                values((0..<11).map { value("k\($0)", "") }),
                values(value("a", ""), value("a", "")),
                values(value(times(129, "k"), "")), values(value("a", times(4_097, "v"))),
                values(value("a", "", #""ifVersion": -1"#)),
                #""counters": [{"name": "a"}, {"name": "a"}]"#, #""counters": [{"sum": 1}]"#,
                #""counters": [\#((0..<21).map { #"{"name": "\#($0)"}"# }.joined(separator: ", "))]"#,
            ] { #expect(try owner.attempt("setValues", id, bad) == "em 205", "\(bad.prefix(100))") }
        }
    }

    @Test func `Y-03: members count, all are told the sums, and sums do not fall`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            let (id, owner, member) = (cast.id, cast["owner"], cast["member"])
            let likes = #""counter": "likes""#
            #expect(try member.attempt("setValues", id, #""counters": [{"name": "likes"}]"#) == "em 603")
            try owner.group("setValues", id, #""counters": [{"name": "likes"}, {"name": "gifts", "sum": 5}]"#)
            let begun = try member.event("group.valuesChanged")
            #expect(begun["counters"]?.text == #"{"gifts":5,"likes":0}"# && begun["set"]?.count == 0)
            let requests = [owner, member].map { ($0, "group.count", ofGroup(id, #"\#(likes), "count": 100"#)) }
            #expect(try outcomes(requests + requests) == ["ok", "ok", "ok", "ok"])
            #expect(try member.group("count", id, likes)["sum"]?.int == 401)
            while try cast["admin"].event("group.valuesChanged")["counters"]?["likes"]?.int != 401 {}
            #expect(try cast["stranger"].attempt("count", id, likes) == "em 602")
            for bad in [#""counter": "tears""#, #"\#(likes), "count": 101"#, #"\#(likes), "count": 0"#] {
                #expect(try member.attempt("count", id, bad) == "em 205")
            }
            // A lower sum changes nothing, and what is named no more is gone.
            try owner.group("setValues", id, #""counters": [{"name": "likes", "sum": 7}]"#)
            #expect(try member.group("values", id)["counters"]?.text == #"{"likes":401}"#)
        }
    }

    @Test func `Y-03: values last, come to those who were away, and go with the group or the account`() throws {
        try withChat { gateway in
            let id: String
            do {
                let cast = try gateway.cast()
                id = cast.id
                let (owner, member) = (cast["owner"], cast["member"])
                try owner.group("modify", id, #""updateInfoMode": 1"#)
                let (_, opened) = try gateway.back("member2", device: "away")
                let place = try #require(opened["groups"]?["1"]?.int)
                try owner.group("setValues", id, values(value("a", "1")))
                let (_, after) = try gateway.back(
                    "member2", device: "away", resume: #"{"groups": {"1": \#(place)}}"#)
                let missed = after["resume"]?["groups"]?["1"]?["events"]?.firstElement
                #expect(missed?["event"]?.string == "group.valuesChanged")
                #expect(missed?["data"]?["set"]?.firstElement?["version"]?.int == missed?["seq"]?.int)

                // It is the member's also after it was away.
                try member.group("setValues", id, values(value("mine", "1")))
                try member.group("leave", id)
                #expect(try member.attempt("setValues", id, values(value("mine", "2"))) == "em 602")
                #expect(keys(try owner.group("values", id)) == ["a", "mine"])
                _ = try owner.invite(["member"], to: id)
                try member.group("setValues", id, values(value("mine", "2")))
                try owner.group("setValues", id, #""counters": [{"name": "likes", "sum": 3}]"#)
                try member.group("count", id, #""counter": "likes""#)
            }
            try gateway.restart()
            let (admin, owner) = (try gateway.admin(), try gateway.online("owner"))
            let lasting = try owner.group("values", id)
            #expect(keys(lasting) == ["a", "mine"] && lasting["counters"]?.text == #"{"likes":4}"#)
            #expect(lasting["values"]?.elements?.compactMap { $0["by"]?.string } == ["owner", "member"])

            _ = try admin.request("admin.account.delete", #"{"userIDs": ["member"]}"#).get()
            while try owner.event("group.valuesChanged")["removed"]?.firstElement?.string != "mine" {}
            #expect(keys(try owner.group("values", id)) == ["a"])
            try owner.group("destroy", id)
            #expect(try owner.attempt("values", id) == "em 605")
        }
    }
}
