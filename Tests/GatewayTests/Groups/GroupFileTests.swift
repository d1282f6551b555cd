import Bytes
import Client
import ClientProtocol
import JSON
import Security
import Testing

/// Files that members share: their bytes in pieces, or where they are.
struct GroupFileTests {
    private struct File: Equatable {
        let id: String
        let name: String
        let owner: String
        let size: Int
        let time: Int
        let url: String?

        init(_ json: JSONValue) throws {
            id = try #require(json["fileID"]?.string)
            name = try #require(json["name"]?.string)
            owner = try #require(json["owner"]?.string)
            size = try #require(json["size"]?.int)
            time = try #require(json["createTime"]?.int)
            url = json["url"]?.string
            #expect(json.keys.subtracting(["url"]) == ["fileID", "name", "owner", "size", "createTime"])
        }
    }

    private func files(_ session: ClientSession, _ more: String = #""pageSize": 1000"#) throws -> [File] {
        try #require(try session.group("files", "1", more)["files"]?.elements).map { try File($0) }
    }

    /// The id of a file that begins.
    private func add(_ session: ClientSession, _ name: String, size: Int, url: String? = nil) throws -> String {
        let url = url.map { #", "url": "\#($0)""# } ?? ""
        let ok = try session.group("addFile", "1", #""name": "\#(name)", "size": \#(size)\#(url)"#)
        return try #require(ok["fileID"]?.string)
    }

    private func piece(_ id: String, _ offset: Int, _ bytes: some Collection<UInt8>) -> String {
        #""fileID": "\#(id)", "offset": \#(offset), "data": {"b": "\#(Base64.standard.encode(Array(bytes)))"}"#
    }

    /// Reads it piece by piece.
    private func read(_ session: ClientSession, _ id: String, from start: Int = 0) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let ok = try session.group("getFile", "1", #""fileID": "\#(id)", "offset": \#(start + bytes.count)"#)
            bytes += try #require(ok["data"]?.bytes)
            #expect(ok["size"]?.int.map { start + bytes.count <= $0 } == true)
            if ok["isFinished"]?.bool == true { return bytes }
        }
    }

    private func withFile(_ id: String) -> String { #""fileID": "\#(id)""# }

    @Test
    func
        `G-69, G-79, G-Q38, X-06: a file is told to all, on all devices, when its last byte is there, and read by all`()
        throws
    {
        try withChat { gateway in
            let bytes = Random.bytes(70_000)
            var id = ""
            do {
                let cast = try gateway.cast(style: 3)
                let member = cast["member"]
                let before = wallMilliseconds()
                try cast.expect([:]) {
                    id = try add(member, "żółw.txt", size: bytes.count)
                    for start in [0, 30_000] {
                        let data = piece(id, start, bytes[start..<start + 30_000])
                        let received = try member.group("putFile", cast.id, data)["received"]?.int
                        #expect(received == start + 30_000)
                    }
                }
                // Not there before it is whole.
                #expect(try files(cast["owner"]).isEmpty)
                #expect(try cast["owner"].attempt("getFile", cast.id, #"\#(withFile(id)), "offset": 0"#) == "em 606")
                try cast.expect(everybody("fileListDidUpdate added=żółw.txt")) {
                    try member.group("putFile", cast.id, piece(id, 60_000, bytes[60_000...]))
                }
                let file = try #require(try files(cast["member2"]).first)
                #expect(file.id == id && file.name == "żółw.txt" && file.owner == "member" && file.size == bytes.count)
                #expect(file.url == nil && (before - clockSlack...wallMilliseconds()).contains(file.time))
                #expect(try read(cast["owner"], id) == bytes)
                for verb in ["files", "getFile"] {
                    let more = verb == "files" ? "" : #"\#(withFile(id)), "offset": 0"#
                    #expect(try cast["stranger"].attempt(verb, cast.id, more) == "em 602")
                }
            }
            try gateway.restart()
            let owner = try gateway.online("owner")
            #expect(try read(owner, id) == bytes)
            for start in [1, 29_999, 30_000, 69_999] {
                #expect(try read(owner, id, from: start) == Array(bytes[start...]))
            }
        }
    }

    @Test func `G-69, G-79, G-Q38: a file that lies elsewhere is there at once, and what is told is what is listed`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            let url = "https://example.org/a"
            let id = try add(cast["admin"], "a", size: 5, url: url)
            let event = try #require(try cast["member"].callbacks().first)
            let told = try File(#require(event.data["added"]))
            #expect(told.id == id && told.url == url && told.owner == "admin" && told.size == 5)
            // The gateway takes no bytes of it, from anybody.
            for user in ["admin", "owner"] {
                let error = try cast[user].refusal(
                    "group.putFile", #"{"groupID": "1", \#(piece(id, 0, [1, 2, 3, 4, 5]))}"#)
                #expect(error.number == "em 606" && error.keys == ["fileID"])
            }
            #expect(try files(cast["member"]) == [told])
            #expect(try cast["member"].attempt("getFile", cast.id, #"\#(withFile(id)), "offset": 0"#) == "em 606")
        }
    }

    @Test func `G-70, G-79, G-Q38, X-06: owner and admins remove any file, members their own; all are told`() throws {
        try withChat { gateway in
            let cast = try gateway.cast()
            for actor in ["owner", "admin", "member", "stranger"] {
                for maker in ["owner", "admin2", "member2", actor] where maker != "stranger" {
                    let id = try add(cast[maker], "f", size: 1, url: "u")
                    let isAllowed = ["owner", "admin"].contains(actor) || actor == maker
                    try cast.expect(isAllowed ? everybody("fileListDidUpdate removed=\(id)") : [:]) {
                        let outcome = try cast[actor].attempt("removeFile", cast.id, withFile(id))
                        #expect(outcome == (isAllowed ? "ok" : actor == "stranger" ? "em 602" : "em 603"))
                    }
                    #expect(try files(cast["owner"]).contains { $0.id == id } == !isAllowed)
                    if isAllowed {
                        #expect(try cast["owner"].attempt("removeFile", cast.id, withFile(id)) == "em 606")
                    }
                }
            }
        }
    }

    @Test func `G-Q38: empty is 401, larger than is configured 405, and 10 MB are so by default`() throws {
        for (settings, most) in [([:], 10 << 20), (["groups.fileBytes": "7"], 7)] {
            try withChat(settings) { gateway in
                let owner = try gateway.online("owner")
                try owner.createGroup()
                _ = try owner.settle()
                for url in ["", #", "url": "u""#] {
                    for (size, outcome) in [(0, "em 401"), (most + 1, "em 405"), (most, "ok")] {
                        let more = #""name": "f", "size": \#(size)\#(url)"#
                        #expect(try owner.attempt("addFile", "1", more) == outcome)
                    }
                }
                #expect(try owner.eventLines() == ["fileListDidUpdate added=f"])
            }
        }
    }

    @Test
    func `G-Q38: the pieces come in their order from the one who began; one that is there already changes nothing`()
        throws
    {
        try withChat { gateway in
            let cast = try gateway.cast()
            let (owner, member) = (cast["owner"], cast["member"])
            let id = try add(member, "f", size: 6)
            let bytes: [UInt8] = [1, 2, 3, 4, 5, 6]
            try member.group("putFile", cast.id, piece(id, 0, bytes[0..<3]))
            try cast.expect([:]) {
                #expect(try owner.attempt("putFile", cast.id, piece(id, 3, bytes[3..<5])) == "em 603")
                for data in [piece(id, 4, bytes[4...]), piece(id, 2, bytes[2...]), piece(id, 3, [4, 5, 6, 7])] {
                    let error = try member.refusal("group.putFile", #"{"groupID": "1", \#(data)}"#)
                    #expect(error.number == "em 205" && error.keys == ["offset"])
                }
                for range in [0..<3, 1..<2] {
                    let again = try member.group(
                        "putFile", cast.id, piece(id, range.lowerBound, [9, 9, 9][..<range.count]))
                    #expect(again["received"]?.int == 3)
                }
            }
            try member.group("putFile", cast.id, piece(id, 3, bytes[3...]))
            try cast.expect([:]) { try member.group("putFile", cast.id, piece(id, 3, bytes[3...])) }
            #expect(try read(owner, id) == bytes)
            #expect(try owner.attempt("getFile", cast.id, #"\#(withFile(id)), "offset": 6"#) == "em 205")
        }
    }

    @Test func `G-Q38: a file is its group's alone, and an unknown one is 606`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            for _ in 1...2 { try owner.createGroup() }
            let id = try add(owner, "f", size: 2)
            for (group, file) in [("2", id), ("1", "77"), ("1", "x"), ("2", "0")] {
                #expect(try owner.attempt("putFile", group, piece(file, 0, [1])) == "em 606")
                #expect(try owner.attempt("getFile", group, #"\#(withFile(file)), "offset": 0"#) == "em 606")
                #expect(try owner.attempt("removeFile", group, withFile(file)) == "em 606")
            }
            #expect(try owner.group("files", "2")["files"]?.count == 0)
        }
    }

    @Test func `G-79, G-Q38: files are listed page by page, the last one first, and 1 to 1000 at once`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            try owner.createGroup()
            let ids = try (1...7).map { try add(owner, "f\($0)", size: 1, url: "u") }
            var names: [String] = []
            var cursor = ""
            repeat {
                let page = try owner.group("files", "1", #""cursor": "\#(cursor)", "pageSize": 3"#)
                names += try #require(page["files"]?.elements).compactMap { $0["name"]?.string }
                cursor = try #require(page["cursor"]?.string)
                // Changes in between do no harm.
                if names.count == 3 {
                    for index in [0, 4] { try owner.group("removeFile", "1", withFile(ids[index])) }
                    _ = try add(owner, "f8", size: 1, url: "u")
                }
            } while !cursor.isEmpty
            #expect(names == ["f7", "f6", "f5", "f4", "f3", "f2"])
            #expect(try files(owner).map(\.name) == ["f8", "f7", "f6", "f4", "f3", "f2"])
            for (size, outcome) in [(0, "em 205"), (1, "ok"), (1000, "ok"), (1001, "em 205")] {
                #expect(try owner.attempt("files", "1", #""pageSize": \#(size)"#) == outcome)
            }
        }
    }

    @Test func `G-Q36, G-Q38, G-Q20: the files of who leaves stay, those of a group that ends do not`() throws {
        try withChat { gateway in
            let cast = try gateway.cast(style: 3)
            let id = try add(cast["member"], "f", size: 2)
            try cast["member"].group("putFile", cast.id, piece(id, 0, [1, 2]))
            try cast["member"].group("leave", cast.id)
            #expect(try files(cast["owner"]).map(\.owner) == ["member"])
            #expect(try read(cast["owner"], id) == [1, 2])
            try cast["owner"].group("destroy", cast.id)
            #expect(try cast["owner"].attempt("files", cast.id) == "em 605")
        }
    }

    @Test func `G-Q38: a group has as many files as are configured, those that are being put there among them`() throws
    {
        try withChat(["groups.filesPerGroup": "2"]) { gateway in
            let owner = try gateway.online("owner")
            try owner.createGroup()
            _ = try add(owner, "f", size: 1)
            let id = try add(owner, "f", size: 1, url: "u")
            #expect(try owner.attempt("addFile", "1", #""name": "f", "size": 1"#) == "em 4")
            try owner.group("removeFile", "1", withFile(id))
            #expect(try owner.attempt("addFile", "1", #""name": "f", "size": 1"#) == "ok")
        }
    }

    @Test func `G-Q38: bad parameters are refused with 205, which names them`() throws {
        try withChat { gateway in
            let owner = try gateway.online("owner")
            try owner.createGroup()
            let id = try add(owner, "f", size: 40_000)
            let bad: [(String, String, String)] = [
                ("addFile", #""size": 1"#, "name"), ("addFile", #""name": "", "size": 1"#, "name"),
                ("addFile", #""name": "\#(times(256, "x"))", "size": 1"#, "name"), ("addFile", #""name": "f""#, "size"),
                ("addFile", #""name": "f", "size": -1"#, "size"), ("addFile", #""name": "f", "size": "1""#, "size"),
                ("addFile", #""name": "f", "size": 1, "url": """#, "url"),
                ("addFile", #""name": "f", "size": 1, "url": "\#(times(2049, "u"))""#, "url"),
                ("putFile", piece("", 0, [1]), "fileID"), ("putFile", piece(id, -1, [1]), "offset"),
                ("putFile", piece(id, 0, []), "data"),
                ("putFile", piece(id, 0, [UInt8](repeating: 0, count: 32_769)), "data"),
                ("putFile", #"\#(withFile(id)), "offset": 0, "data": "YQ==""#, "data"),
                ("getFile", withFile(id), "offset"), ("removeFile", "", "fileID"),
            ]
            for (verb, more, key) in bad {
                let error = try owner.refusal("group.\(verb)", #"{"groupID": "1"\#(more.isEmpty ? "" : ", \(more)")}"#)
                #expect(error.number == "em 205" && error.keys == [key], "\(verb) \(more.prefix(80)): \(error)")
            }
            let largest = [UInt8](repeating: 7, count: 32_768)
            #expect(try owner.group("putFile", "1", piece(id, 0, largest))["received"]?.int == 32_768)
        }
    }
}
