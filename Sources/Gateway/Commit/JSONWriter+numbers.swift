import Domain
import JSON

/// In this module, where the compiler makes a function of it for each type.
extension JSONWriter {
    mutating func field(_ name: StaticString, _ number: some TypedNumber) { field(name, number.rawValue) }
}
