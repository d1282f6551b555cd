package enum LogLevel: String, CaseIterable, Sendable {
    case debug, info, warning, error

    var rank: Int {
        switch self {
        case .debug: 0
        case .info: 1
        case .warning: 2
        case .error: 3
        }
    }
}
