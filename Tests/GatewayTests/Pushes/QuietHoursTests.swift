import Client
import JSON
import Testing

/// `push.setGlobalDnd`: a time of the day in which nothing but what is forced is pushed.
struct QuietHoursTests {
    /// When it is, by its start and end; and whether it is so at half past eleven at night, at half past midnight and at noon
    /// UTC.
    private static let windows: [(user: String, start: String, end: String, ahead: Int, isOn: Bool, quiet: [Bool])] = [
        ("off", "0:00", "0:00", 0, false, [false, false, false]),
        ("whole", "0:00", "0:00", 0, true, [true, true, true]),
        ("wholeAtNoon", "12:00", "12:00", 0, true, [true, true, true]),
        ("night", "23:00", "1:00", 0, true, [true, true, false]),
        ("evening", "22:00", "23:59", 0, true, [true, false, false]),
        ("morning", "0:00", "08:05", 0, true, [false, true, false]),
        ("day", "9:00", "18:00", 0, true, [false, false, true]),
        ("almostAll", "13:00", "11:00", 0, true, [true, true, false]),
        // By clocks elsewhere.
        ("east", "8:00", "10:00", 480, true, [false, true, false]),
        ("west", "15:00", "17:00", -420, true, [true, false, false]),
        ("nepal", "5:00", "6:30", 345, true, [true, true, false]),
        ("farEast", "1:00", "3:00", 840, true, [false, false, true]),
        ("farWest", "23:00", "1:00", -720, true, [false, false, true]),
    ]

    @Test
    func
        `T-Q20, T-54, X-62, X-M13: in the window of the day, which may cross midnight, nothing is pushed but what is forced`()
        throws
    {
        try withPushes(movableClock) { gateway, pushes in
            for window in Self.windows {
                let session = try gateway.online(window.user)
                try session.setQuietHours(window.start, window.end, ahead: window.ahead, isOn: window.isOn)
                try pushes.register(session, window.user)
                try session.leave()
            }
            let midnight = day - wallSeconds() % day
            for (hour, time) in [midnight - 1800, midnight + 1800, midnight + day / 2].enumerated() {
                try gateway.restart(after: time + day)
                let alice = try gateway.online("alice")
                for window in Self.windows {
                    let plain = try alice.write(to: window.user)
                    let forced = try alice.write(to: window.user, #""apnsMemberOption": {"forcePush": true}"#)
                    let outcomes = try [plain, forced].map { try pushes.outcome(of: $0, for: window.user) }
                    let count = 2 * hour + 1
                    let line = window.quiet[hour] ? "quietHours X-M13" : "\(count) alice:hello"
                    #expect(outcomes == [line, "\(count + 1)! hello"], "\(window), \(hour)")
                }
            }
        }
    }

    @Test func `X-62, T-54, T-57: only who is among the users of a forced message is woken; all, if it names none`()
        throws
    {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            for user in ["bob", "carol"] {
                let session = try gateway.online(user)
                try session.setQuietHours()
                try pushes.register(session, user)
                try session.leave()
            }
            let id = try alice.createGroup(with: ["bob", "carol"])
            let cases = [
                (#"{"forcePush": true, "userIds": ["bob"]}"#, ["1! hello", "quietHours X-M13"]),
                (#"{"forcePush": true, "userIds": []}"#, ["quietHours X-M13", "quietHours X-M13"]),
                (#"{"forcePush": false}"#, ["quietHours X-M13", "quietHours X-M13"]),
                (#"{"forcePush": true, "userIds": null}"#, ["4! hello", "4! hello"]),
            ]
            for (option, expected) in cases {
                let sent = try alice.write(in: id, #""apnsMemberOption": \#(option)"#)
                #expect(try pushes.outcomes(of: sent, for: "bob", "carol") == expected, "\(option)")
            }
        }
    }

    @Test func `T-Q20: the user's other devices are told, and a device that comes later can ask; it lasts`() throws {
        try withPushes(door: .webSocket) { gateway, _ in
            let phone = try gateway.online("bob", device: "phone")
            let tab = try gateway.online("bob", device: "tab")
            let alice = try gateway.online("alice")
            let unset = try phone.quietHours()
            #expect(unset == "false 00:00-00:00 +0")
            let told = try told(phone, tab, alice) { try phone.setQuietHours("22:30", "7:05", ahead: -90) }
            #expect(told == [[], ["push.globalDndChanged"], []])
            try phone.setQuietHours("22:30", "7:05", ahead: -90)
            #expect(try tab.settle().names == [])
            try phone.setQuietHours("22:30", "7:05", ahead: -90, isOn: false)
            let event = try #require(try tab.settle().first)
            #expect(event.name == "push.globalDndChanged" && event.stream == nil)
            #expect(try quietHours(of: event.data) == "false 22:30-07:05 -90")
            try gateway.restart()
            let kept = try gateway.online("bob", device: "watch").quietHours()
            #expect(kept == "false 22:30-07:05 -90")
        }
    }

    @Test func `T-Q20, T-Q27: what is no time of the day is refused with nim 414, and nothing changes`() throws {
        try withPushes { gateway, _ in
            let bob = try gateway.online("bob")
            try bob.setQuietHours("1:00", "2:00")
            for time in ["", "7", "24:00", "7:60", "7:5", "-1:00", "7:05:00"] {
                for key in ["start", "end"] {
                    let data = #"{"enabled": true, "\#(key)": "\#(time)"}"#
                    let error = try bob.refusal("push.setGlobalDnd", data)
                    #expect(error.number == "nim 414" && error.keys == [key], "\(data)")
                }
            }
            for offset in ["-721", "841", #""0""#] {
                let error = try bob.refusal("push.setGlobalDnd", #"{"enabled": true, "utcOffset": \#(offset)}"#)
                #expect(error.number == "nim 414" && error.keys == ["utcOffset"], "\(offset)")
            }
            #expect(try bob.refusal("push.setGlobalDnd", "{}").keys == ["enabled"])
            #expect(try bob.quietHours() == "true 01:00-02:00 +0")
        }
    }

    @Test func `T-Q20, T-51: delivery and unread counts know no quiet hours`() throws {
        try withPushes { gateway, pushes in
            let alice = try gateway.online("alice")
            let bob = try gateway.online("bob", device: "phone")
            let id = try alice.createGroup(with: ["bob"])
            try bob.setQuietHours()
            try pushes.register(bob, "bob")
            _ = try bob.settle()
            for sent in [try alice.write(to: "bob"), try alice.write(in: id)] {
                #expect(try Message(try bob.event("message.new")).msgID == sent.msgID)
            }
            try bob.leave()
            let sent = try [alice.write(to: "bob"), alice.write(in: id)]
            let outcomes = try sent.map { try pushes.outcome(of: $0, for: "bob") }
            #expect(outcomes == ["quietHours X-M13", "quietHours X-M13"])
            try gateway.briefly("bob") { bob in
                let unread = [try bob.conversation(with: "alice"), try bob.conversation(in: id)].map { $0?.unread }
                #expect(unread == [2, 2])
                let total = try bob.totalUnread()
                #expect(total == 4)
            }
        }
    }
}

extension ClientSession {
    /// `true 22:00-07:00 +60`
    fileprivate func quietHours() throws -> String {
        try GatewayTests.quietHours(of: try request("push.getGlobalDnd").get())
    }
}

private func quietHours(of json: JSONValue) throws -> String {
    #expect(json.keys == ["enabled", "start", "end", "utcOffset"])
    let (start, end) = (try #require(json["start"]?.string), try #require(json["end"]?.string))
    let (isOn, ahead) = (try #require(json["enabled"]?.bool as Bool?), try #require(json["utcOffset"]?.int))
    return "\(isOn) \(start)-\(end) \(ahead < 0 ? "" : "+")\(ahead)"
}
