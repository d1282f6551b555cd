import CPostgres

/// One of the hosts that an address names.
struct PostgresHost: Equatable {
    /// The parameters for libpq beside the address, so that it takes this host alone.
    let parameters: [(String, String)]

    static func == (one: PostgresHost, other: PostgresHost) -> Bool {
        one.parameters.elementsEqual(other.parameters, by: ==)
    }

    /// In the order in which they are named. An address without a host leaves it to libpq.
    static func all(in address: String) throws(PostgresFailure) -> [PostgresHost] {
        let lists = try options(of: address).filter { ["host", "hostaddr", "port"].contains($0.0) }
            .map { ($0.0, $0.1.split(separator: ",", omittingEmptySubsequences: false).map(String.init)) }
        let count = lists.filter { $0.0 != "port" }.map(\.1.count).max() ?? 1
        // Lists of other lengths are wrong: libpq says so. A port alone is for all hosts.
        guard count > 1, lists.allSatisfy({ $0.1.count == count || ($0.0 == "port" && $0.1.count == 1) }) else {
            return [PostgresHost(parameters: [])]
        }
        return (0..<count).map { index in
            PostgresHost(parameters: lists.map { ($0.0, $0.1.count == 1 ? $0.1[0] : $0.1[index]) })
        }
    }

    private static func options(of address: String) throws(PostgresFailure) -> [(String, String)] {
        var message: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(address, &message) else {
            defer { PQfreemem(message) }
            throw .notConnected(message.map { PostgresFailure.oneLine($0) } ?? "libpq has no memory")
        }
        defer { PQconninfoFree(options) }
        var found: [(String, String)] = []
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { found.append((String(cString: keyword), String(cString: value))) }
            option += 1
        }
        return found
    }
}
