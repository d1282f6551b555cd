/// The lease: whose turn it is. Safety never depends on it, but on the predecessor that an append names.
extension ClusterNode {
    mutating func renewIfDue() {
        guard renewal == nil, now >= nextRenewal else { return }
        lastRenewal += 1
        let renewal = Renewal(
            node: name, incarnation: incarnation, replaces: predecessor, number: lastRenewal, applied: stored.place,
            lag: max(health.lag.milliseconds(at: now), role.outgoing.map { now - $0.since } ?? 0), build: options.build,
            wish: wish,
            heir: wish == .giveAway ? heir : nil)
        self.renewal = (now, renewal, reader.confirmed.position)
        // News that comes while this one is under way is sent right after it.
        nextRenewal = .max
        // From here on another node may have it.
        if renewal.wish == .giveAway { leaseUntil = .min }
        actions.append(.renew(renewal))
    }

    private var wish: Renewal.Wish {
        switch role {
        case .leading(_, .idle) where isGivingAway || isResigning: .giveAway
        case .candidate where isGivingAway || storeTrouble != nil: .giveAway
        case .follower where now < restsUntil || isGivingAway || !isFit: isGivingAway ? .giveAway : .follow
        case .follower, .candidate, .opening, .leading: .lead
        case .halted: .follow
        }
    }

    /// A node may lead that has joined and has nothing before it to apply, as far as it knows.
    private var isFit: Bool {
        standing != nil && storeTrouble == nil && reader.queue.count < options.readAhead / 2 && !standsBack
    }

    /// It would carry out requests by other rules than the last leader, or with tables that another node does not have, so any
    /// other node comes first.
    private var standsBack: Bool {
        (hasOtherRules || hasNewerTables) && !lastLeader.isGone(for: 2 * options.leaseMilliseconds, at: now)
    }

    /// Newer than those of a node that is there, and that would stop if this one led. A node that has given the lease
    /// away is about to end.
    private var hasNewerTables: Bool {
        guard let standing else { return false }
        return standing.members.contains {
            $0.build.migrations < options.build.migrations && stored.registry.cursors[$0.incarnation] != nil
                && $0.incarnation != standing.giver
        }
    }

    var hasOtherRules: Bool { lastLeader.hasOtherRules(than: options.build) }

    mutating func renewed(_ result: Result<Standing, LogError>) {
        guard let (sent, renewal, confirmed) = self.renewal else { preconditionFailure("nothing was to be renewed") }
        self.renewal = nil
        trouble.renewing = result.problem
        switch result {
        case .success(let standing):
            nextRenewal = min(nextRenewal, now + options.renewalMilliseconds)
            reader.correct(by: standing.end, known: confirmed)
            take(standing, of: renewal, sent: sent)
        case .failure:
            nextRenewal = soon()
        }
    }

    private mutating func take(_ standing: Standing, of renewal: Renewal, sent: Moment) {
        // The incarnation may have ended meanwhile.
        guard renewal.incarnation == incarnation else { return nextRenewal = now }
        if standing.isReplaced { return halt("another process runs under the name \(name)") }
        if let known = standing.members.first(where: { $0.node == name })?.incarnation, known != incarnation {
            // One that has ended, or that an earlier state of the database has.
            predecessor = known
            return nextRenewal = now
        }
        guard agrees(standing, with: renewal) else { return }
        let isFirst = self.standing == nil
        self.standing = standing
        renewedAt = sent
        lastLeader.note(standing, at: now)
        let leading = standing.members.first { $0.incarnation == standing.holder && $0.incarnation != incarnation }
        // The next renewal tells of what takes less.
        leaderWaitsSince = leading.flatMap { $0.lag > options.renewalMilliseconds ? now - $0.lag : nil }
        clock.set(standing.time, at: now)
        reader.confirm(standing.end)
        let holdsLease = standing.holder == incarnation
        // Counted from before it was asked for, and a twentieth less: clocks run at different speeds.
        leaseUntil = holdsLease ? sent + options.leaseMilliseconds * 19 / 20 : .min
        // A clock that has jumped back would have the lease's end wrong.
        let hasJumped = clock.lag(of: standing.time) > 5_000
        if hasJumped { restsUntil = now + options.leaseMilliseconds }
        if isFirst || !hasJoined { join() }
        // One that has given the lease away a moment ago may be an heir itself.
        if holdsLease, standing.giver != nil, !hasJumped, now < restsUntil, renewal.wish == .follow {
            restsUntil = now
            nextRenewal = now
        }
        follow(holdsLease, wish: renewal.wish)
        if renewal.wish == .follow, standing.holder == nil, wish == .lead { nextRenewal = now }
        // It has paused, another node has led meanwhile, and the lease was free again. Without a request of its own clients this
        // one would not find out, and those of others would wait.
        if case .leading(_, .idle) = role, standing.end.position > stored.place.position { stepDown() }
        if faults.contains(.resendsAtLeaseChange), let holder = standing.holder, holder != leader?.incarnation {
            leader = (holder, stored.epoch.next)
            forwarder.sendAgain()
        }
        if isLeading {
            lookForTheDead(standing)
            if reachWatch.isOver(reach, for: options.mostUnledMilliseconds, at: now) {
                isGivingAway = true
                nextRenewal = now
            }
        }
        trimIfDue(standing)
    }

    /// Whether the log has what this node has; if not, the node ends.
    private mutating func agrees(_ standing: Standing, with renewal: Renewal) -> Bool {
        if faults.contains(.ignoresDigests) { return true }
        switch standing.agreement {
        case .same: return true
        case .trimmed:
            halt("the log does not have record \(renewal.applied.position) any more", as: NodeAction.rebuild)
        case .different where stored.isNew:
            halt("the log begins with a store that was in use before it", as: NodeAction.rebuild)
        case .different:
            halt(
                "the log has another history up to record \(renewal.applied.position). Rebuild this node if it is the only one "
                    + "that says so; if others do, an earlier database may have been put back: \(adviceForAll)")
        case .ahead:
            halt(
                "the log ends with record \(standing.end.position), before this store's \(renewal.applied.position), as if an "
                    + "earlier database had been put back: \(adviceForAll)")
        }
        return false
    }

    private mutating func join() {
        hasJoined = true
        forwarder.add(SessionRequest(session: 0, ticket: 0, kind: .join, bytes: []))
    }

    private mutating func follow(_ holdsLease: Bool, wish: Renewal.Wish) {
        switch role {
        case .follower where holdsLease && wish == .lead:
            role = .candidate
            if faults.contains(.resendsAtLeaseChange) { intake.begin(after: stored.registry) }
        case .candidate where !holdsLease: role = .follower
        case .leading(_, .idle) where !holdsLease || wish == .giveAway: stepDown()
        case .leading where !holdsLease: isResigning = true
        case .follower, .candidate, .opening, .leading, .halted: break
        }
        if wish == .giveAway, !holdsLease {
            isGivingAway = false
            // They need not find out with their next renewals.
            for other in links.sorted() where heir == nil || heir == other {
                actions.append(.send(.passLead(to: other), to: other))
            }
            // So that another node asks before this one. An heir need not ask, and this node may be the next one's heir.
            restsUntil = heir == nil ? now + 2 * options.leaseMilliseconds : now
            heir = nil
        }
    }

    /// Has that node lead, or has the leader do so.
    mutating func passLead(to other: Incarnation) {
        if isLeading {
            guard other != incarnation else { return }
            (heir, isGivingAway) = (other, true)
            nextRenewal = min(nextRenewal, now)
        } else if let leader, links.contains(leader.incarnation) {
            actions.append(.send(.passLead(to: other), to: leader.incarnation))
        }
    }

    /// Of the living nodes, this one among them.
    private var reach: ReachWatch.Reach {
        let living = (standing?.members ?? []).filter {
            stored.registry.cursors[$0.incarnation] != nil
                && (standing?.time ?? 0) - $0.seen < options.memberMilliseconds
        }
        let reaching = living.count { $0.incarnation == incarnation || links.contains($0.incarnation) }
        return ReachWatch.Reach(reaching: reaching, living: living.count)
    }

    private mutating func lookForTheDead(_ standing: Standing) {
        let living = stored.registry.cursors.keys.filter { $0 != incarnation }
        let dead = deathWatch.look(at: standing.members, among: living, options, at: now)
        for death in dead { intake.end(death.incarnation, lastSeen: death.lastSeen) }
    }
}

/// The stores of the nodes may be the only ones that have what the log lacks.
private let adviceForAll =
    "do not rebuild all nodes. Stop them, run `martlet cluster leave` at the one with the highest record, drop the schema "
    + "martlet, and run `martlet cluster found` there (docs/cluster.md)"
