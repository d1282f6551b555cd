/// A connection that is made when it is needed, and made again after a failure.
final class PostgresSession {
    private let options: PostgresLogOptions
    private let setup: String
    private var connection: PostgresConnection?

    init(_ options: PostgresLogOptions, setup: String) {
        self.options = options
        self.setup = setup
    }

    func disconnect() { connection = nil }

    @discardableResult
    func execute(
        _ sql: String, _ values: [PostgresValue] = [], binary: Bool = false
    ) throws(LogError) -> PostgresRows {
        try perform { connection throws(PostgresFailure) in
            let time = CallTime(milliseconds: options.timeoutMilliseconds, most: options.mostMilliseconds)
            return try connection.execute(sql, values, isBinary: binary, within: time)
        }
    }

    /// As `execute`, for what is good only if it is acknowledged without a warning.
    @discardableResult
    func write(_ sql: String, _ values: [PostgresValue] = []) throws(LogError) -> PostgresRows {
        let rows = try execute(sql, values)
        if let warning = connection?.warning {
            disconnect()
            throw .unknownOutcome(warning)
        }
        return rows
    }

    func waitForNotification(milliseconds: Int64) throws(LogError) {
        try perform { connection throws(PostgresFailure) in
            try connection.waitForNotification(milliseconds: milliseconds)
        }
    }

    private func perform<Result>(
        _ body: (PostgresConnection) throws(PostgresFailure) -> Result
    ) throws(LogError) -> Result {
        do throws(PostgresFailure) {
            return try body(try connected())
        } catch {
            switch error {
            case .notConnected(let why):
                disconnect()
                throw .unreachable(why)
            case .unanswered(let why):
                disconnect()
                throw .unknownOutcome(why)
            case .refused(let code, let why): throw Self.error(code, why)
            }
        }
    }

    private func connected() throws(PostgresFailure) -> PostgresConnection {
        if let connection { return connection }
        let made = try PostgresConnection.open(
            options.address, setup: setup, milliseconds: options.timeoutMilliseconds)
        connection = made
        return made
    }

    /// Locks that were not given, serialization, no room, no connections: it may go well later. The rest will not.
    private static func error(_ code: String, _ why: String) -> LogError {
        switch code.prefix(2) {
        case "40", "53", "55", "25": .unreachable("\(why) (\(code))")
        default: .refused("\(why) (\(code))")
        }
    }
}
