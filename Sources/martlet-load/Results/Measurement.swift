/// The result of a run.
struct Measurement: Equatable, Sendable {
    /// Of one side within the measured time.
    struct Cost: Equatable, Sendable {
        let cpuSeconds: Double
        /// At the end.
        let residentBytes: Int

        init(from before: ProcessUsage, to after: ProcessUsage) {
            cpuSeconds = after.cpuSeconds - before.cpuSeconds
            residentBytes = after.residentBytes
        }
    }

    let tally: Tally
    let sessions: Int
    /// From the first connection to the last session.
    let openingSeconds: Double
    /// The measured time.
    let seconds: Double
    let server: Cost?
    /// Before the first connection.
    let serverResidentBefore: Int?
    let load: Cost

    /// Of the server's memory, what came with each session; nil: there are none, or nobody looked.
    var residentBytesPerSession: Double? {
        guard let server, let serverResidentBefore, sessions > 0 else { return nil }
        return Double(server.residentBytes - serverResidentBefore) / Double(sessions)
    }

    func perSecond(_ count: Int) -> Double { Double(count) / seconds }

    /// Of processor time for each acknowledged message; nil without any.
    func microsecondsPerMessage(_ cost: Cost) -> Double? {
        tally.acknowledgements == 0 ? nil : cost.cpuSeconds * 1e6 / Double(tally.acknowledgements)
    }
}
