import Foundation
import Testing

@testable import JSON

/// A document as plain values: what ours and Foundation's are compared as. (`NSArray.isEqual` says that `[false]`
/// differs from `[false]` on Linux.)
enum PlainJSON: Equatable {
    case null
    case bool(Bool)
    case integer(Int64)
    case unsigned(UInt64)
    case double(Double)
    case string(String)
    case array([PlainJSON])
    case object([String: PlainJSON])

    init(_ value: JSONValue) throws {
        switch value.kind {
        case .null: self = .null
        case .bool: self = .bool(try #require(value.bool as Bool?))
        case .string: self = .string(try #require(value.string))
        case .array: self = .array(try #require(value.elements).map { try PlainJSON($0) })
        case .object:
            let members = try #require(value.members).map { (try #require($0.key.string), try PlainJSON($0.value)) }
            self = .object(Dictionary(uniqueKeysWithValues: members))
        case .number:
            if let number = value.int64 {
                self = .integer(number)
            } else if let number = value.uint64 {
                self = .unsigned(number)
            } else {
                self = .double(try #require(value.double))
            }
        }
    }

    init(parsedByFoundation text: String) throws {
        try self.init(foundation: JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed))
    }

    private init(foundation value: Any) throws {
        switch value {
        case is NSNull: self = .null
        case let array as [Any]: self = .array(try array.map { try PlainJSON(foundation: $0) })
        case let object as [String: Any]: self = .object(try object.mapValues { try PlainJSON(foundation: $0) })
        case let string as String: self = .string(string)
        default:
            let number = try #require(value as? NSNumber)
            switch String(cString: number.objCType) {
            case "c": self = .bool(number.boolValue)
            case "d": self = .double(number.doubleValue)
            case "Q" where number.uint64Value > Int64.max: self = .unsigned(number.uint64Value)
            default: self = .integer(number.int64Value)
            }
        }
    }
}
