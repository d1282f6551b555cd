import JSON

/// A parameter of any type, for a declaration.
package protocol DescribedParameter: Sendable {
    var description: ParameterDescription { get }
}

/// How a parameter appears in the reference.
package struct ParameterDescription: DescribedParameter {
    package let name: String
    package let type: ValueType
    package let isRequired: Bool
    /// The value of one that is left out, as the reference says it.
    package let standard: ParameterDefault?
    package let meaning: String

    package init(
        name: String, type: ValueType, isRequired: Bool, standard: ParameterDefault? = nil, meaning: String
    ) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.standard = standard
        self.meaning = meaning
    }

    package var description: ParameterDescription { self }
}

package enum ParameterDefault: Sendable {
    case flag(Bool)
    case number(Int)
    case text(String)
}

/// A value that was sent and cannot be taken: what is wrong with it, in words that follow the parameter's name.
@usableFromInline package struct Mismatch: Error {
    package let problem: String
    /// It is larger than its limit: among the gateway's own codes there is one for that.
    package let isTooLarge: Bool
    /// The code for just this, if it is not that of the operation.
    package let code: ErrorCode?
    /// The member at fault, if it is not the parameter itself.
    package let key: String?

    package init(_ problem: String, isTooLarge: Bool = false, _ code: ErrorCode? = nil, key: String? = nil) {
        self.problem = problem
        self.isTooLarge = isTooLarge
        self.code = code
        self.key = key
    }
}

/// One parameter of an operation, declared once: its name, its limits, its place in the reference, and how it is read.
@usableFromInline package final class Parameter<Value: Sendable>: DescribedParameter {
    package let description: ParameterDescription
    private let key: StaticString
    /// The value of an absent parameter or a null; nil: the parameter is required.
    @usableFromInline let absent: Value?
    @usableFromInline let parse: @Sendable (JSONValue) throws(Mismatch) -> Value

    package init(
        _ name: StaticString, type: ValueType, absent: Value? = nil, shown: ParameterDefault? = nil, _ meaning: String,
        parse: @escaping @Sendable (JSONValue) throws(Mismatch) -> Value
    ) {
        description = ParameterDescription(
            name: "\(name)", type: type, isRequired: absent == nil, standard: shown, meaning: meaning)
        key = name
        self.absent = absent
        self.parse = parse
    }

    private init(
        _ description: ParameterDescription, _ key: StaticString, absent: Value?,
        parse: @escaping @Sendable (JSONValue) throws(Mismatch) -> Value
    ) {
        self.description = description
        self.key = key
        self.absent = absent
        self.parse = parse
    }

    /// The value in `data`; a refusal that names the parameter if there is none or it cannot be taken.
    ///
    /// Inlinable, so that it is compiled for each type: a request has many parameters.
    @inlinable package func read(_ data: JSONValue?, else code: ErrorCode) throws(Refusal) -> Value {
        guard let value = value(in: data) else {
            guard let absent else { throw missing(code) }
            return absent
        }
        do throws(Mismatch) {
            return try parse(value)
        } catch {
            throw refusal(error, code)
        }
    }

    @usableFromInline func value(in data: JSONValue?) -> JSONValue? {
        guard let value = data?[key], !value.isNull else { return nil }
        return value
    }

    @usableFromInline func missing(_ code: ErrorCode) -> Refusal {
        Refusal(code, "\(description.name) is missing", keys: [description.name])
    }

    @usableFromInline func refusal(_ mismatch: Mismatch, _ code: ErrorCode) -> Refusal {
        let code = mismatch.code ?? (mismatch.isTooLarge && code == .badRequest ? .tooLarge : code)
        let key = mismatch.key ?? description.name
        return Refusal(code, "\(key) \(mismatch.problem)", keys: [key])
    }

    /// The same parameter, with one more thing asked of its value. The value for a parameter that is left out needs no
    /// check.
    package func checked(_ check: @escaping @Sendable (Value) throws(Mismatch) -> Void) -> Parameter {
        let parse = parse
        return Parameter(description, key, absent: absent) { value throws(Mismatch) in
            let read = try parse(value)
            try check(read)
            return read
        }
    }

    /// The same parameter, which may be left out.
    package var optional: Parameter<Value?> {
        let parse = parse
        return Parameter<Value?>(key, type: description.type, absent: .some(nil), description.meaning) {
            value throws(Mismatch) in try parse(value)
        }
    }

    /// The same parameter, described otherwise where its own type does not say all of what is refused.
    package func described(as type: ValueType) -> Parameter {
        let shown = ParameterDescription(
            name: description.name, type: type, isRequired: description.isRequired, standard: description.standard,
            meaning: description.meaning)
        return Parameter(shown, key, absent: absent, parse: parse)
    }
}

extension Parameter where Value == String {
    /// A user, by a text that may be nobody's id.
    package static func user(_ name: StaticString, _ meaning: String) -> Parameter<String> {
        Parameter(name, type: .user, meaning) { value throws(Mismatch) in
            guard let text = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
            return text
        }
    }

    /// `standard`: what it is if left out; without one it is required. `code`: for one of another length.
    package static func string(
        _ name: StaticString, bytes: ClosedRange<Int>, standard: String? = nil, else code: ErrorCode? = nil,
        _ meaning: String
    ) -> Parameter<String> {
        Parameter(name, type: .bytes(bytes), absent: standard, meaning) { value throws(Mismatch) in
            try value.text(bytes: bytes, else: code)
        }
    }
}

extension Parameter where Value == Int {
    /// `standard`: what it is if left out; without one it is required.
    package static func integer(
        _ name: StaticString, in range: ClosedRange<Int>, standard: Int? = nil, _ meaning: String
    ) -> Parameter<Int> {
        Parameter(
            name, type: .integer(range), absent: standard, shown: standard.map(ParameterDefault.number), meaning
        ) { value throws(Mismatch) in
            guard let number = value.int64 else { throw Mismatch("must be an integer") }
            guard range.contains(Int(number)) else {
                throw Mismatch("must be \(range.lowerBound) to \(range.upperBound), not \(number)")
            }
            return Int(number)
        }
    }
}

extension Parameter where Value: RawRepresentable<String> & CaseIterable {
    /// One of the words of an enumeration; left out, it is `standard`.
    package static func choice(_ name: StaticString, standard: Value, _ meaning: String) -> Parameter {
        let words = Value.allCases.map(\.rawValue)
        return Parameter(name, type: .words(words), absent: standard, shown: .text(standard.rawValue), meaning) {
            value throws(Mismatch) in
            guard let word = value.string else { throw Mismatch("must be a string, not \(value.kind)") }
            guard let choice = Value(rawValue: word) else {
                throw Mismatch("must be one of \(words.joined(separator: ", "))")
            }
            return choice
        }
    }
}

extension Parameter where Value == Bool {
    /// `standard`: what it is if left out; without one it is required.
    package static func flag(_ name: StaticString, standard: Bool? = nil, _ meaning: String) -> Parameter<Bool> {
        Parameter(name, type: .boolean, absent: standard, shown: standard.map(ParameterDefault.flag), meaning) {
            value throws(Mismatch) in
            guard let flag = value.bool else { throw Mismatch("must be a boolean, not \(value.kind)") }
            return flag
        }
    }
}

extension Parameter where Value == [String] {
    /// Users in the order sent, each once.
    package static func users(_ name: StaticString, count: ClosedRange<Int>, _ meaning: String) -> Parameter<[String]> {
        strings(name, count: count, meaning).described(as: .list(.user, count))
    }

    /// Strings in the order sent, each once.
    package static func strings(
        _ name: StaticString, count: ClosedRange<Int>, bytes: ClosedRange<Int>? = nil, _ meaning: String
    ) -> Parameter<[String]> {
        let element = bytes.map { ValueType.bytes($0) } ?? .string
        return Parameter(name, type: .list(element, count), meaning) { value throws(Mismatch) in
            // By their bytes: for Swift's strings two spellings of one character are the same.
            var known: Set<[UInt8]> = []
            return try value.texts(count: count, bytes: bytes).filter { known.insert(Array($0.utf8)).inserted }
        }
    }

    /// Strings as they were sent. `bytes` and `code`: what each of them may have, and the code for one that does not; such a
    /// refusal names the string.
    package static func everyString(
        _ name: StaticString, count: ClosedRange<Int>, bytes: ClosedRange<Int>? = nil, else code: ErrorCode? = nil,
        _ meaning: String
    ) -> Parameter<[String]> {
        let each = bytes.map { ValueType.bytes($0) } ?? .string
        return Parameter(name, type: .list(each, count), meaning) { value throws(Mismatch) in
            try value.texts(count: count, bytes: bytes, else: code)
        }
    }
}

extension String {
    /// A name, and no words of a user's: of ASCII letters, digits, `.`, `_` and `-` alone.
    package var isPlain: Bool {
        utf8.allSatisfy { byte in
            let character = Character(UnicodeScalar(byte))
            return byte < 128 && (character.isLetter || character.isNumber || "._-".contains(character))
        }
    }
}

extension JSONValue {
    package func text(bytes: ClosedRange<Int>, else code: ErrorCode? = nil) throws(Mismatch) -> String {
        guard let characters = stringBytes else { throw Mismatch("must be a string, not \(kind)") }
        guard characters.count <= bytes.upperBound else {
            throw Mismatch("is longer than \(bytes.upperBound) bytes", isTooLarge: true, code)
        }
        guard characters.count >= bytes.lowerBound else {
            let problem = characters.isEmpty ? "must not be empty" : "is shorter than \(bytes.lowerBound) bytes"
            throw Mismatch(problem, code)
        }
        return String(decoding: characters, as: UTF8.self)
    }

    package func texts(
        count: ClosedRange<Int>, bytes: ClosedRange<Int>? = nil, else code: ErrorCode? = nil
    ) throws(Mismatch) -> [String] {
        guard let elements else { throw Mismatch("must be a list, not \(kind)") }
        guard count.contains(elements.count) else {
            throw Mismatch("must have \(count.lowerBound) to \(count.upperBound) elements, not \(elements.count)")
        }
        var texts: [String] = []
        for element in elements {
            guard let text = element.string else { throw Mismatch("must be a list of strings") }
            if let bytes, !bytes.contains(text.utf8.count) {
                throw Mismatch("is not of \(bytes.lowerBound) to \(bytes.upperBound) bytes", code, key: text)
            }
            texts.append(text)
        }
        return texts
    }
}
