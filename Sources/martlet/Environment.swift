// `environ` is a variable to Swift; nothing in this program changes the environment.
@preconcurrency import Glibc

/// The variables this process was started with.
func processEnvironment() -> [String: String] {
    var variables: [String: String] = [:]
    var entry = environ
    while let text = entry.pointee {
        let (name, value) = String(cString: text).splitAtEquals
        variables[name] = value
        entry += 1
    }
    return variables
}

extension String {
    fileprivate var splitAtEquals: (name: String, value: String) {
        guard let equals = firstIndex(of: "=") else { return (self, "") }
        return (String(self[..<equals]), String(self[index(after: equals)...]))
    }
}
