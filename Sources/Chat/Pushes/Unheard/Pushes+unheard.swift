import Domain
import Storage

/// Sessions that have ended without a sign that they got what they were sent (T-Q35).
extension Pushes {
    /// The row that is written here makes sure that the user is looked at again.
    ///
    /// A message is missed only if no session that was sent it was heard afterwards. So a session that was heard later than an
    /// earlier one narrows what that has left open, and one that was heard with its end closes it.
    /// `grace`: how long the user has to come back before that is decided again.
    package func sessionEnded(
        _ sign: LastSign, of number: AccountNumber, grace: Milliseconds = 0
    ) throws(CommandError) {
        guard work.options.hasPushes else { return }
        let account = try accounts.account(number)
        var former: Stamp?
        try work.query("SELECT since FROM unheard WHERE account = $1", [.integer(number)]) { row in
            former = row.integer(0)
        }
        // Where another session is there, its end tells.
        let isReached = work.options.isReached(account.id)
        let end = try work.stamp()
        guard let since = sign.since(former) ?? (isReached ? end : nil), try reach(of: account).hasDevice
        else {
            if former != nil { try work.execute("DELETE FROM unheard WHERE account = $1", [.integer(number)]) }
            return
        }
        try work.execute(
            """
            INSERT INTO unheard (account, since, until, due) VALUES ($1, $2, $3, $4)
            ON CONFLICT (account) DO UPDATE SET since = $2, until = $3, due = $4
            """,
            [
                .integer(number), .integer(since), .integer(end), .integer(isReached ? .max : work.now + grace),
            ])
        if !isReached { noteNewJobs() }
    }

    /// The user is back: what it missed comes with its login, and the end of that session tells.
    package func putOffUnheard(_ unheard: Unheard) throws(CommandError) {
        try work.execute(
            "UPDATE unheard SET due = $3 WHERE account = $1 AND until = $2",
            [.integer(unheard.account), .integer(unheard.until), .integer(.max)])
    }

    /// The messages that it missed have been decided again.
    package func settleUnheard(_ unheard: Unheard) throws(CommandError) {
        try work.execute(
            "DELETE FROM unheard WHERE account = $1 AND until = $2",
            [.integer(unheard.account), .integer(unheard.until)])
    }

    /// Their rows are damaged: nobody knows what they missed.
    package func dropUnheard(_ accounts: [AccountNumber]) throws(CommandError) {
        for account in accounts {
            try work.execute("DELETE FROM unheard WHERE account = $1", [.integer(account)])
        }
    }

    /// `patience`: for how many milliseconds a session may be dead before it is ended. `grace`: how long users have to come
    /// back after a start, before what they missed is decided again.
    ///
    /// A crash ends all sessions unheard. Which there were is in memory alone, but none can have been silent for longer than
    /// the patience: what was sent since then is open, for all receivers.
    func beginRun(patience: Int, grace: Int) throws(CommandError) {
        guard work.options.hasPushes else { return }
        var former: (patience: Milliseconds, lost: Stamp?)?
        try work.skippingDamage { () throws(CommandError) in
            try work.query("SELECT patience, lost_since FROM push_run WHERE id = 1") { row in
                former = (row.integer(0), row.optionalInteger(1))
            }
        }
        let start = work.latestStamp
        var lost: Stamp?
        if let former {
            let silence = start - former.patience.microseconds
            // A user who was waited for had a session, which was heard later than this.
            try work.execute(
                "UPDATE unheard SET since = max(since, $1) WHERE due = $2", [.integer(silence), .integer(.max)])
            lost = min(former.lost ?? .max, silence)
        }
        try work.execute("UPDATE unheard SET due = $1", [.integer(work.now + Milliseconds(grace))])
        try work.execute(
            """
            INSERT INTO push_run (id, patience, lost_since, lost_until) VALUES (1, $1, $2, $3)
            ON CONFLICT (id) DO UPDATE SET patience = $1, lost_since = $2, lost_until = $3
            """,
            [
                .integer(Int64(patience)), lost.map { .integer($0) } ?? .null,
                lost == nil ? .null : .integer(start),
            ])
    }

    /// The gateway ends in order, and all sessions have ended before.
    package func endRun() throws(CommandError) {
        try work.execute("DELETE FROM push_run WHERE lost_since IS NULL", [])
    }

    /// Some of those who may have lost something by the crash.
    package func openUnheard(_ accounts: ArraySlice<AccountNumber>, lost: ClosedRange<Stamp>, due: Milliseconds)
        throws(CommandError)
    {
        for account in accounts {
            try work.execute(
                """
                INSERT INTO unheard (account, since, until, due) VALUES ($1, $2, $3, $4)
                ON CONFLICT (account) DO UPDATE SET since = min(since, $2), until = max(until, $3), due = min(due, $4)
                """,
                [.integer(account), .integer(lost.lowerBound), .integer(lost.upperBound), .integer(due)])
        }
    }

    /// All of them are known.
    package func closeCrash() throws(CommandError) {
        try work.execute("UPDATE push_run SET lost_since = NULL, lost_until = NULL", [])
    }
}
