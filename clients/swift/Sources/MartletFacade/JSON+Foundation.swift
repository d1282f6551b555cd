import Foundation
import MartletClient

extension JSON {
    /// A value of a vendor's dictionary. One that JSON does not have is null, which the gateway refuses as one of
    /// another type.
    package init(anyOf value: Any) {
        switch value {
        case let text as String: self.init(text)
        case let data as Data: self = ["b": .string(data.base64EncodedString())]
        case let list as [Any]: self.init(list.map { JSON(anyOf: $0) })
        case let integer as any BinaryInteger: self = Int64(exactly: integer).map { .int($0) } ?? .null
        case let number as NSNumber: self = Int64(exactly: number.doubleValue).map { .int($0) } ?? .null
        case let named as any RawRepresentable: self.init(anyOf: named.rawValue)
        default: self = .null
        }
    }
}

extension CustomValue {
    /// An `NSData` or an `NSNumber`, as vendors have a field of the application's own.
    package var object: Any {
        switch self {
        case .integer(let integer): NSNumber(value: integer)
        case .text(let text): Data(text.utf8)
        case .bytes(let bytes): bytes.data
        }
    }
}

extension Bytes {
    package var data: Data { Data(base64Encoded: b) ?? Data() }
}
