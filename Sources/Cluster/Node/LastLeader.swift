/// A node's knowledge of the one that had the lease last.
struct LastLeader {
    private var build: NodeBuild?
    /// Since when nobody has had it.
    private var unheldSince: Moment?

    mutating func note(_ standing: Standing, at now: Moment) {
        unheldSince = standing.holder == nil ? unheldSince ?? now : nil
        if let holder = standing.members.first(where: { $0.incarnation == standing.holder }) { build = holder.build }
    }

    /// Not of the same version: a new version may have rules that an old one does not know.
    func hasOtherRules(than own: NodeBuild) -> Bool {
        guard let build, build.version == own.version, !build.rules.isEmpty else { return false }
        return build.rules != own.rules
    }

    /// Nobody has taken the lease for so long.
    func isGone(for milliseconds: Moment, at now: Moment) -> Bool {
        unheldSince.map { now - $0 >= milliseconds } ?? false
    }
}
