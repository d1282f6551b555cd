/// How long the parts of a run take, in seconds.
struct Timing: Sendable {
    var warmup = 2.0
    var seconds = 10.0
    /// How long to wait for what is on its way at the end.
    var drain = 10.0
}
