import Testing

@testable import Settings

struct ProblemTests {
    private func problems(_ text: String, _ environment: [String: String] = [:]) -> [String] {
        do {
            _ = try Configuration.read(text, named: "m.json5", environment: environment)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    /// With a key file, whose absence is a problem of its own.
    private let needed = ["MARTLET_AUTH_KEYS_FILE": "/keys.json"]

    @Test(arguments: [
        (
            "{listen: {\nport: 70000}}",
            "m.json5:2: listen.port is 70000, but must be an integer from 0 to 65535"
        ),
        ("{listen: {port: 1.5}}", "m.json5:1: listen.port is 1.5, but must be an integer from 0 to 65535"),
        ("{listen: {port: '1'}}", "m.json5:1: listen.port is \"1\", but must be an integer from 0 to 65535"),
        ("{listen: {port: null}}", "m.json5:1: listen.port is null, but must be an integer from 0 to 65535"),
        (
            "{listen: {address: 'localhost'}}",
            "m.json5:1: listen.address is \"localhost\", but must be a numeric IPv4 or IPv6 address"
        ),
        ("{deflate: {enabled: 1}}", "m.json5:1: deflate.enabled is 1, but must be true or false"),
        (
            "{tls: {minimumVersion: '1.1'}}",
            "m.json5:1: tls.minimumVersion is \"1.1\", but must be \"1.2\" or \"1.3\""
        ),
        (
            "{tls: {certificates: [{certificate: 'a'}]}}",
            "m.json5:1: tls.certificates is [an object], but must be a list of objects {certificate, key} that name "
                + "two PEM files"
        ),
        (
            "{origins: {allowed: ['https://a.example/path']}}",
            "m.json5:1: origins.allowed is [\"https://a.example/path\"], but must be a list of origins like "
                + "\"https://app.example.com\", or \"*\" alone for all"
        ),
        (
            "{sessions: {exclusive: ['ios']}}",
            "m.json5:1: sessions.exclusive is [\"ios\"], but must be a list of lists of platforms: \"other\", \"ios\", "
                + "\"android\", \"web\", \"pc\", \"miniweb\", \"harmony\""
        ),
        (
            "{auth: {sdkAppId: 'x'}}",
            "m.json5:1: auth.sdkAppId is \"x\", but must be an integer from 1 to 4294967295, or null"
        ),
        ("{auth: {issuer: ''}}", "m.json5:1: auth.issuer is \"\", but must be a text of 1 to 1024 bytes, or null"),
        ("{listen: 7750}", "m.json5:1: listen is 7750, but must be an object of settings"),
        ("{listen: {prot: 1}}", "m.json5:1: listen.prot is not a setting; did you mean listen.port?"),
        ("{listne: {}}", "m.json5:1: listne is not a setting; did you mean listen?"),
        ("{port: 1}", "m.json5:1: port is not a setting; did you mean listen.port?"),
        (
            "{listen: {headTimeoutMilliseconds: 1}}",
            "m.json5:1: listen.headTimeoutMilliseconds is not a setting; did you mean http.headTimeoutMilliseconds?"
        ),
        ("{zebra: 1}", "m.json5:1: zebra is not a setting; `martlet config doc` lists all settings"),
        ("[]", "m.json5:1: the file must hold one object of sections"),
        ("{listen: {port: 1,, }}", "m.json5:1: there is \",\" where a key should be"),
    ])
    func `a problem in the file names its line, the key, the value and what it must be`(text: String, problem: String) {
        #expect(problems(text, needed) == [problem])
    }

    @Test(arguments: [
        "{messages: {retentionDays: 1, retryHours: 24}}", "{push: {expirySeconds: 86400, explainDays: 1}}",
        "{requests: {burstPerUser: 100}}",
    ])
    func `settings that just agree are good`(text: String) {
        #expect(problems(text, needed) == [])
    }

    @Test(arguments: [
        (
            "MARTLET_LISTEN_PORT", "none",
            "MARTLET_LISTEN_PORT: listen.port is \"none\", but must be an integer from 0 to 65535"
        ),
        (
            "MARTLET_DEFLATE_ENABLED", "yes",
            "MARTLET_DEFLATE_ENABLED: deflate.enabled is \"yes\", but must be true or false"
        ),
        (
            "MARTLET_SESSIONS_EXCLUSIVE", "[['ios'",
            "MARTLET_SESSIONS_EXCLUSIVE: sessions.exclusive is \"[['ios'\", but must be a list of lists of platforms: "
                + "\"other\", \"ios\", \"android\", \"web\", \"pc\", \"miniweb\", \"harmony\""
        ),
        (
            "MARTLET_LISTEN_PROT", "1",
            "MARTLET_LISTEN_PROT: no setting has this name; did you mean MARTLET_LISTEN_PORT?"
        ),
        (
            "MARTLET_ZEBRA", "1",
            "MARTLET_ZEBRA: no setting has this name; `martlet config doc` lists all settings"
        ),
        ("MARTLET_PORT", "1", "MARTLET_PORT: no setting has this name; `martlet config doc` lists all settings"),
    ])
    func `a problem in the environment names the variable`(name: String, value: String, problem: String) {
        #expect(problems("{}", needed.merging([name: value]) { $1 }) == [problem])
    }

    @Test(arguments: [
        (
            "{http: {\nheadBytes: 2048}}",
            "m.json5:2: http.requestLineBytes is 4096, but must be at most http.headBytes, which is 2048"
        ),
        (
            "{websocket: {frameBytes: 70000}}",
            "m.json5:1: websocket.frameBytes is 70000, but must be at most websocket.messageBytes, which is 65536"
        ),
        (
            "{websocket: {messageBytes: 2000000}}",
            "m.json5:1: websocket.messageBytes is 2000000, but must be at most outbox.bytesPerConnection, "
                + "which is 1048576"
        ),
        (
            "{http: {bodyBytes: 40000000}}",
            "m.json5:1: http.bodyBytes is 40000000, but must be at most input.bytesPerAddress, which is 33554432"
        ),
        (
            "{input: {bytesPerNode: 4194304}}",
            "m.json5:1: input.bytesPerAddress is 33554432, but must be at most input.bytesPerNode, which is 4194304"
        ),
        (
            "{outbox: {pauseReadingBytes: 2000000}}",
            "m.json5:1: outbox.pauseReadingBytes is 2000000, but must be at most outbox.bytesPerConnection, "
                + "which is 1048576"
        ),
        (
            "{outbox: {bytesPerConnection: 1000000000}}",
            "m.json5:1: outbox.bytesPerConnection is 1000000000, but must be at most outbox.bytesPerNode, "
                + "which is 268435456"
        ),
        (
            "{heartbeat: {timeoutMilliseconds: 20000}}",
            "m.json5:1: heartbeat.intervalMilliseconds is 25000, but must be at most heartbeat.timeoutMilliseconds, "
                + "which is 20000"
        ),
        (
            "{requests: {perSecondPerSession: 101}}",
            "m.json5:1: requests.perSecondPerSession is 101, but must be at most requests.burstPerSession, which is 100"
        ),
        (
            "{requests: {burstPerUser: 99}}",
            "m.json5:1: requests.perSecondPerUser is 100, but must be at most requests.burstPerUser, which is 99"
        ),
        (
            "{auth: {testMode: true}, listen: {address: '0.0.0.0'}}",
            "m.json5:1: auth.testMode is on and lets everybody log in, but listen.address is not 127.0.0.1 or ::1"
        ),
        (
            "{origins: {allowed: ['*', 'https://a.example']}}",
            "m.json5:1: origins.allowed holds \"*\", which allows all, and also other origins; keep one or the other"
        ),
        (
            "{push: {expirySeconds: 86401, explainDays: 1}}",
            "m.json5:1: push.expirySeconds is 86401, which is longer than push.explainDays, 1; a push must be known as "
                + "long as it may be on its way"
        ),
        (
            "{messages: {retentionDays: 1, retryHours: 25}}",
            "m.json5:1: messages.retryHours is 25, which is longer than messages.retentionDays, 1; a message must "
                + "be kept as long as it may be repeated"
        ),
        (
            "{messages: {search: false}, profiles: {search: true}}",
            "m.json5:1: profiles.search is on, but messages.search is off; both use its index"
        ),
        (
            "{sessions: {exclusive: [['ios', 'web'], ['web']]}}",
            "m.json5:1: sessions.exclusive names a platform twice; a platform belongs to one group"
        ),
        (
            "{media: {origin: 'https://\(String(repeating: "a", count: 40)).example'}}",
            "m.json5:1: media.origin is longer than 55 characters, so no profile could have the URL of an avatar"
        ),
        (
            "{media: {store: 's3'}, s3: {endpoint: 'https://s3.example.org', keyFile: 'key.json'}}",
            "m.json5:1: s3.bucket is not set, but media.store is \"s3\""
        ),
        (
            "{media: {store: 's3'}, s3: {bucket: 'b', keyFile: 'key.json'}}",
            "m.json5:1: s3.endpoint is not set, but media.store is \"s3\""
        ),
        (
            "{media: {store: 's3'}, s3: {endpoint: 'https://s3.example.org', bucket: 'b'}}",
            "m.json5:1: s3.keyFile is not set, but media.store is \"s3\""
        ),
        (
            """
            {media: {store: 's3'}, s3: {endpoint: 'https://s3.example.org', bucket: 'b', keyFile: 'k', prefix: '/a'}}
            """,
            "m.json5:1: s3.prefix begins with a slash or has \"..\" in it; no URL can name such an object"
        ),
    ])
    func `settings that contradict each other are told where one of them was set`(text: String, problem: String) {
        #expect(problems(text, needed) == [problem])
    }

    @Test func `without keys there is no start, except in test mode`() {
        #expect(
            problems("{}") == [
                "m.json5: auth.keysFile is not set; `martlet token --new-key-file FILE` creates such a file"
            ])
        #expect(problems("{auth: {testMode: true}}") == [])
    }

    @Test func `all problems are told at once`() {
        let found = problems(
            """
            {
                listen: {port: -1, prot: 2},
                tls: 3,
                websocket: {frameBytes: 70000},
            }
            """, ["MARTLET_LOG_LEVEL": "loud"])
        #expect(
            found.map { String($0.prefix { $0 != " " }) } == [
                "m.json5:2:", "MARTLET_LOG_LEVEL:", "m.json5:2:", "m.json5:3:", "m.json5:4:", "m.json5:",
            ])
    }

    @Test func `a value that could not be read contradicts nothing`() {
        let found = problems("{http: {headBytes: 1, requestLineBytes: 100000}}", needed)
        #expect(found == ["m.json5:1: http.headBytes is 1, but must be an integer from 512 to 1048576"])
    }

    @Test func `a long value is cut in its message`() {
        let found = problems("{listen: {address: '\(String(repeating: "x", count: 5000))'}}", needed)
        #expect(found[0].utf8.count < 200)
    }

    @Test(arguments: [("", "", 0), ("abc", "", 3), ("port", "prot", 2), ("port", "sport", 1), ("kitten", "sitting", 3)])
    func `the distance between words is the number of edits`(one: String, other: String, distance: Int) {
        #expect(editDistance(Array(one), Array(other)) == distance)
        #expect(editDistance(Array(other), Array(one)) == distance)
    }
}
