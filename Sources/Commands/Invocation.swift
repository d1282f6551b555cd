// getopt_long(3) keeps its place in globals; only the main thread reads a command line, before there is another.
@preconcurrency import CLinux
import Glibc

/// A command's flags and operands, as they were given.
package struct Invocation {
    private var given: [String: [String]] = [:]
    package private(set) var operands: [String] = []

    package init(of command: Command, _ arguments: [String]) throws(UsageError) {
        // getopt_long skips the program's name, and moves the operands behind the flags in an array of its own.
        var vector: [UnsafeMutablePointer<CChar>?] = ([command.name] + arguments).map { strdup($0) } + [nil]
        let names = command.flags.map { strdup($0.name) }
        defer { for text in vector + names { free(text) } }
        let options = command.flags.indices.map { place in
            let takesValue: Int32 = command.flags[place].value == nil ? 0 : 1
            return option(name: names[place], has_arg: takesValue, flag: nil, val: Self.firstFlag + Int32(place))
        }
        let count = Int32(vector.count - 1)
        // 0 makes it forget an earlier line; the colon keeps it from printing messages of its own.
        optind = 0
        while true {
            let found = getopt_long(count, &vector, ":", options + [option()], nil)
            if found == -1 { break }
            guard found >= Self.firstFlag else {
                // getopt has just read this argument.
                throw Self.refusal(found, of: command, last: String(cString: vector[Int(optind) - 1]!))
            }
            let flag = command.flags[Int(found - Self.firstFlag)]
            if !flag.repeats, given[flag.name] != nil { throw UsageError(reason: "--\(flag.name) is given twice") }
            given[flag.name, default: []].append(optarg.map { String(cString: $0) } ?? "")
        }
        // Only the last element is nil, behind all arguments.
        operands = vector[Int(optind)..<Int(count)].map { String(cString: $0!) }
        if let operand = operands.first, command.operands.isEmpty {
            throw UsageError(reason: "unexpected argument \(operand)")
        }
    }

    package func has(_ flag: Flag) -> Bool { given[flag.name] != nil }

    package subscript(flag: Flag) -> String? { given[flag.name]?.first }

    /// As often as it is given.
    package func all(_ flag: Flag) -> [String] { given[flag.name] ?? [] }

    package func integer(_ flag: Flag, in bounds: ClosedRange<Int>) throws(UsageError) -> Int? {
        guard let text = self[flag] else { return nil }
        guard let value = Int(text), bounds.contains(value) else {
            throw UsageError(
                reason: "--\(flag.name) is \(text), but must be an integer from \(bounds.lowerBound) to "
                    + "\(bounds.upperBound)")
        }
        return value
    }

    /// Above the letters and signs that getopt_long returns for what it cannot take.
    private static let firstFlag: Int32 = 256

    /// `optopt` is the letter or the flag it concerns, 0 for a long name that it does not know.
    private static func refusal(_ found: Int32, of command: Command, last argument: String) -> UsageError {
        switch optopt {
        case firstFlag...:
            let name = command.flags[Int(optopt - firstFlag)].name
            return UsageError(reason: "--\(name) \(found == Int32(UInt8(ascii: ":")) ? "needs a" : "takes no") value")
        case 0: return UsageError(reason: "there is no flag \(argument)")
        default: return UsageError(reason: "there is no flag -\(UnicodeScalar(UInt8(truncatingIfNeeded: optopt)))")
        }
    }
}
