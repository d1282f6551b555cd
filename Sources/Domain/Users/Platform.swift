/// The kind of device that a session is on. The numbers are those of presence events (S-Q25).
package enum Platform: String, CaseIterable, Sendable {
    case other
    case ios
    case android
    case web
    case pc
    case miniweb
    case harmony
}
