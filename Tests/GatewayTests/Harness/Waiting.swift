import CLinux
import Glibc

struct Overdue: Error {
    let description: String
}

/// How long a test waits for what must come: a fast test does not take longer for it, and a slow machine fails none.
let ample = Duration.seconds(60)

/// Asks again and again until there is an answer; for what does not tell by itself that it has happened.
func until<Answer>(
    _ expected: String, within patience: Duration = ample, _ answer: () throws -> Answer?
) throws -> Answer {
    let deadline = ContinuousClock.now + patience
    while true {
        if let answer = try answer() { return answer }
        guard ContinuousClock.now < deadline else { throw Overdue(description: "not in time: \(expected)") }
        pause(.milliseconds(5))
    }
}

func until(_ expected: String, within patience: Duration = ample, _ holds: () throws -> Bool) throws {
    try until(expected, within: patience) { try holds() ? () : nil }
}

/// So many times as long takes what changes something on a cluster, where all nodes and the database share the machine.
let slowness = TestCluster.isUsual ? 5 : 1

/// By so many milliseconds the gateway's clock may be behind the test's: a cluster's is its database's, as a node has heard of it.
let clockSlack = TestCluster.isUsual ? 1_000 : 0

/// a token of this second is good after what is revoked up to now.
func nextSecond() throws {
    let now = wallSeconds()
    try until("the next second") { wallSeconds() > now }
}

func pause(_ time: Duration) {
    let parts = time.components
    var time = timespec(tv_sec: Int(parts.seconds), tv_nsec: Int(parts.attoseconds / 1_000_000_000))
    nanosleep(&time, nil)
}
