import Chat
import Domain
import Routing
import Storage
import Telemetry

/// Reminds a node that begins to lead of those whom a former leader would have let go: they are online and have no session.
/// Some of them at a time, so that no request waits for all.
struct DepartureReminder: Sendable {
    private let jobs: LeaderJobs
    private let seats: SeatBook
    private let debouncer: PresenceDebouncer
    private let log: Log

    init(_ jobs: LeaderJobs, _ seats: SeatBook, _ debouncer: PresenceDebouncer, _ log: Log) {
        self.jobs = jobs
        self.seats = seats
        self.debouncer = debouncer
        self.log = log
    }

    /// `last`: who was looked at last; nil: nobody yet.
    func begin(behind last: OnlineUser.Key? = nil) {
        jobs.take([
            WriteJob { committer, transaction throws(StoreError) in
                let page = try Subscriptions.online(behind: last, limit: usersAtOnce, in: transaction)
                let absent = page.filter { user in !seats.seats(of: user.user).contains { $0.platform == user.platform }
                }
                let moment = committer.chat.work.now
                committer.afterwards {
                    for user in absent {
                        debouncer.note(Departure(user.account, user.user, user.platform, at: moment))
                    }
                    if page.count == usersAtOnce, let last = page.last { begin(behind: last.key) }
                }
            } failed: { error in
                // Another node leads by now, and reminds itself.
                if !jobs.isLeading { return }
                log.error("users who have left stay online", ["reason": "\(error)"])
            }
        ])
    }
}

private let usersAtOnce = 500
