import CLinux
import CPostgres
import EventLoop
import Glibc

/// Why a statement was not carried out.
enum PostgresFailure: Error {
    /// There is no connection, and nothing was sent.
    case notConnected(String)
    /// The connection ended, or the time did, before the answer came.
    case unanswered(String)
    /// The server has refused it, and nothing was done.
    case refused(code: String, String)
}

/// One connection to PostgreSQL. It waits for the socket no longer than a call's time-out, and never cancels: a cancelled
/// commit is done, and may still be lost.
final class PostgresConnection {
    private let connection: OpaquePointer
    private let notices = Notices()
    /// Names of the statements that the server has parsed for this connection, by their texts.
    private var prepared: [String: String] = [:]

    /// A warning came with the last statement: what it did may not be on the standby.
    var warning: String? { notices.warning }

    /// Connects to the host of `address` that is the primary, and sets the session up by `setup`.
    static func open(
        _ address: String, setup: String, milliseconds: Int64
    ) throws(PostgresFailure) -> PostgresConnection {
        let hosts = try PostgresHost.all(in: address)
        let deadline = Clock.monotonic + milliseconds
        var failures: [String] = []
        for (index, host) in hosts.enumerated() {
            // libpq would wait for one that does not answer until all the time is over.
            let share = (deadline - Clock.monotonic) / Int64(hosts.count - index)
            do throws(PostgresFailure) {
                return try PostgresConnection(host, of: address, setup: setup, by: Clock.monotonic + share)
            } catch {
                let name = host.parameters.first.map { "\($0.1): " } ?? ""
                failures.append(name + error.text)
            }
        }
        throw .notConnected(failures.joined(separator: "; "))
    }

    private init(
        _ host: PostgresHost, of address: String, setup: String, by deadline: Int64
    ) throws(PostgresFailure) {
        let parameters =
            [
                ("dbname", address), ("fallback_application_name", "martlet"), ("target_session_attrs", "read-write"),
                ("client_encoding", "UTF8"),
            ] + host.parameters
        guard let connection = Self.begin(parameters) else { throw .notConnected("libpq has no memory") }
        self.connection = connection
        // From here on an error has `deinit` run.
        var time = CallTime(until: deadline)
        try finishConnecting(&time)
        guard PQsetnonblocking(connection, 1) == 0 else { throw .notConnected(message) }
        PQsetNoticeReceiver(connection, takeNotice, Unmanaged.passUnretained(notices).toOpaque())
        _ = try run(setup, [], &time)
    }

    deinit { PQfinish(connection) }

    private static func begin(_ parameters: [(String, String)]) -> OpaquePointer? {
        var names = parameters.map { UnsafePointer(strdup($0.0)) } + [nil]
        var values = parameters.map { UnsafePointer(strdup($0.1)) } + [nil]
        defer { for text in names + values { free(UnsafeMutablePointer(mutating: text)) } }
        // 1: the address is in `dbname`, and what follows counts more.
        return PQconnectStartParams(&names, &values, 1)
    }

    private func finishConnecting(_ time: inout CallTime) throws(PostgresFailure) {
        var events = Int16(POLLOUT)
        while PQstatus(connection) != CONNECTION_BAD {
            try wait(for: events, &time)
            switch PQconnectPoll(connection) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: events = Int16(POLLIN)
            case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
            default: throw .notConnected(message)
            }
        }
        throw .notConnected(message)
    }

    private var message: String { PostgresFailure.oneLine(PQerrorMessage(connection)) }

    /// Returns when the socket is ready. The kernel may have much that it has not sent yet, and each part of it that goes counts.
    private func wait(for events: Int16, _ time: inout CallTime) throws(PostgresFailure) {
        var descriptor = pollfd(fd: PQsocket(connection), events: events, revents: 0)
        var unsent = martlet_unacknowledged(descriptor.fd)
        while true {
            let left = time.left
            guard left > 0 else { throw .unanswered("no answer in time") }
            let count = poll(&descriptor, 1, Int32(min(left, unsent > 0 ? 50 : 60_000)))
            if count > 0 { return time.noteProgress() }
            guard count == 0 || errno == EINTR else { throw .unanswered("poll: error \(errno)") }
            let stillUnsent = martlet_unacknowledged(descriptor.fd)
            if stillUnsent < unsent { time.noteProgress() }
            unsent = stillUnsent
        }
    }

    // MARK: - Statements

    /// Carries out one statement, or several without values. Their rows are good for texts alone, unless `isBinary`.
    func execute(
        _ sql: String, _ values: [PostgresValue], isBinary: Bool = false, within time: CallTime
    ) throws(PostgresFailure) -> PostgresRows {
        var time = time
        return try run(sql, values, isBinary: isBinary, &time)
    }

    private func run(
        _ sql: String, _ values: [PostgresValue], isBinary: Bool = false, _ time: inout CallTime
    ) throws(PostgresFailure) -> PostgresRows {
        notices.warning = nil
        if values.isEmpty && !isBinary { return try answer(PQsendQuery(connection, sql), &time) }
        let parameters = PostgresParameters(values)
        if prepared[sql] == nil {
            let name = "s\(prepared.count)"
            _ = try answer(
                PQsendPrepare(connection, name, sql, Int32(values.count), parameters.types), &time)
            prepared[sql] = name
        }
        guard let name = prepared[sql] else { preconditionFailure("it has just been prepared") }
        return try answer(parameters.send(name, connection), &time)
    }

    /// To what has been handed to libpq: `isSent` is 1.
    private func answer(_ isSent: Int32, _ time: inout CallTime) throws(PostgresFailure) -> PostgresRows {
        guard isSent == 1 else { throw .unanswered(message) }
        try flush(&time)
        var rows: PostgresRows?
        var failure: PostgresFailure?
        while let result = try nextResult(&time) {
            switch PQresultStatus(result) {
            case PGRES_TUPLES_OK, PGRES_COMMAND_OK: rows = PostgresRows(result)
            default:
                failure = .refusal(result)
                PQclear(result)
            }
        }
        if let failure { throw failure }
        guard let rows else { throw .unanswered(message) }
        return rows
    }

    private func flush(_ time: inout CallTime) throws(PostgresFailure) {
        while true {
            let left = PQflush(connection)
            if left == 0 { return }
            guard left == 1 else { throw .unanswered(message) }
            try wait(for: Int16(POLLIN | POLLOUT), &time)
            guard PQconsumeInput(connection) == 1 else { throw .unanswered(message) }
        }
    }

    private func nextResult(_ time: inout CallTime) throws(PostgresFailure) -> OpaquePointer? {
        while PQisBusy(connection) == 1 {
            try wait(for: Int16(POLLIN), &time)
            guard PQconsumeInput(connection) == 1 else { throw .unanswered(message) }
        }
        return PQgetResult(connection)
    }

    /// Returns when some session has notified this one, or the time is over.
    func waitForNotification(milliseconds: Int64) throws(PostgresFailure) {
        let deadline = Clock.monotonic + milliseconds
        var time = CallTime(until: deadline)
        while true {
            guard PQconsumeInput(connection) == 1 else { throw .unanswered(message) }
            if let notification = PQnotifies(connection) {
                PQfreemem(notification)
                while let next = PQnotifies(connection) { PQfreemem(next) }
                return
            }
            guard Clock.monotonic < deadline else { return }
            do throws(PostgresFailure) {
                try wait(for: Int16(POLLIN), &time)
            } catch {
                if Clock.monotonic < deadline { throw error }
            }
        }
    }
}

/// The rows of a statement, in binary form.
final class PostgresRows {
    private let result: OpaquePointer

    /// Takes the result over.
    fileprivate init(_ result: OpaquePointer) { self.result = result }

    deinit { PQclear(result) }

    var count: Int { Int(PQntuples(result)) }

    func isNull(_ row: Int, _ column: Int) -> Bool { PQgetisnull(result, Int32(row), Int32(column)) == 1 }

    /// A bigint.
    func integer(_ row: Int, _ column: Int) -> Int64 {
        value(row, column).reduce(0) { $0 << 8 | Int64($1) }
    }

    /// A bytea.
    func bytes(_ row: Int, _ column: Int) -> [UInt8] { Array(value(row, column)) }

    func text(_ row: Int, _ column: Int) -> String { String(decoding: value(row, column), as: UTF8.self) }

    private func value(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(
            start: PQgetvalue(result, Int32(row), Int32(column)),
            count: Int(PQgetlength(result, Int32(row), Int32(column))))
    }
}

private final class Notices {
    var warning: String?
}

private func takeNotice(_ argument: UnsafeMutableRawPointer?, _ result: OpaquePointer?) {
    guard let argument, let result, field(result, PG_DIAG_SEVERITY_NONLOCALIZED) == "WARNING" else { return }
    // `notices` lives as long as the connection that calls.
    let notices = Unmanaged<Notices>.fromOpaque(argument).takeUnretainedValue()
    notices.warning = field(result, PG_DIAG_MESSAGE_PRIMARY)
}

private func field(_ result: OpaquePointer, _ code: UInt8) -> String {
    PQresultErrorField(result, Int32(code)).map { String(cString: $0) } ?? ""
}

private let PG_DIAG_SEVERITY_NONLOCALIZED = UInt8(ascii: "V")
private let PG_DIAG_MESSAGE_PRIMARY = UInt8(ascii: "M")
private let PG_DIAG_SQLSTATE = UInt8(ascii: "C")

extension PostgresFailure {
    /// A server that ends, or a backend that was ended, may have done it: class 57P.
    fileprivate static func refusal(_ result: OpaquePointer) -> PostgresFailure {
        let code = field(result, PG_DIAG_SQLSTATE)
        let message = field(result, PG_DIAG_MESSAGE_PRIMARY)
        if code.isEmpty { return .unanswered(oneLine(PQresultErrorMessage(result))) }
        return code.hasPrefix("57") || code.hasPrefix("08") ? .unanswered(message) : .refused(code: code, message)
    }

    static func oneLine(_ message: UnsafePointer<CChar>) -> String {
        String(cString: message).split(separator: "\n").joined(separator: "; ")
    }

    var text: String {
        switch self {
        case .notConnected(let text), .unanswered(let text): text
        case .refused(let code, let text): "\(text) (\(code))"
        }
    }
}
