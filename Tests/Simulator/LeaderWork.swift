import Cluster
import Storage

/// What only the leader does, in its memory: departures that wait, and pushes that are under way.
struct LeaderWork {
    struct Job {
        let bytes: [UInt8]
        let isPush: Bool

        init(_ text: String, isPush: Bool) {
            bytes = Array(text.utf8)
            self.isPush = isPush
        }
    }

    private var departures: [String: Int64] = [:]
    private var begun: Set<String> = []
    private var lastSweep: Int64 = 0

    mutating func begin(with rows: ModelRows, at now: Int64, faults: Set<ModelFault>) {
        end()
        if faults.contains(.forgetsDepartures) { return }
        for user in rows.keys(of: .presence) where rows.seats(of: user).isEmpty { departures[user] = now + 100 }
    }

    mutating func end() {
        departures = [:]
        begun = []
    }

    mutating func note(_ content: RecordContent, _ rows: ModelRows, at now: Int64) {
        for statement in content.entries.lazy.flatMap(\.statements) where "\(statement.sql)" == "delete seat" {
            guard case .text(let seat)? = statement.values.first else { continue }
            let user = String(seat.prefix { $0 != "/" })
            if rows.seats(of: user).isEmpty, departures[user] == nil { departures[user] = now + 100 }
        }
    }

    /// `sweeps`: they write without end. What has begun otherwise comes to its end.
    mutating func due(_ rows: ModelRows, at now: Int64, mayBegin: Bool, sweeps: Bool) -> [Job] {
        guard mayBegin else { return [] }
        var jobs: [Job] = []
        for (user, moment) in departures.sorted(by: { $0.key < $1.key }) where moment <= now {
            departures[user] = nil
            jobs.append(Job("depart \(user) 0", isPush: false))
        }
        for push in rows.keys(of: .push) where begun.insert(push).inserted {
            jobs.append(Job("pushed \(push) 0", isPush: true))
        }
        if sweeps, now - lastSweep >= 60 {
            lastSweep = now
            jobs.append(Job("sweep \(now)", isPush: false))
        }
        return jobs
    }
}
