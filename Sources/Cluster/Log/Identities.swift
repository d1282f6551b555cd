/// One life of a node: a process takes a new one when it starts, and when it has read the end of its former one.
package struct Incarnation: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let number: UInt64

    package init(_ number: UInt64) { self.number = number }

    package var description: String { String(number, radix: 16) }

    package static func < (one: Incarnation, other: Incarnation) -> Bool { one.number < other.number }
}

/// A request that some node has forwarded. Numbers begin with 1 and rise in the order in which the requests came.
package struct RequestID: Hashable, Sendable, CustomStringConvertible {
    package let incarnation: Incarnation
    package let number: UInt64

    package init(_ incarnation: Incarnation, _ number: UInt64) {
        self.incarnation = incarnation
        self.number = number
    }

    package var description: String { "\(incarnation)/\(number)" }
}

/// A client's session at its node.
package struct SessionKey: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let incarnation: Incarnation
    package let number: UInt64

    package init(_ incarnation: Incarnation, _ number: UInt64) {
        self.incarnation = incarnation
        self.number = number
    }

    package var description: String { "\(incarnation):\(number)" }

    package static func < (one: SessionKey, other: SessionKey) -> Bool {
        (one.incarnation, one.number) < (other.incarnation, other.number)
    }
}

/// The incarnation that made a record, and the record's number among its own. Records with one id are the same bytes.
package struct RecordID: Hashable, Sendable, CustomStringConvertible {
    package let incarnation: Incarnation
    package let serial: UInt64

    package init(_ incarnation: Incarnation, _ serial: UInt64) {
        self.incarnation = incarnation
        self.serial = serial
    }

    package var description: String { "\(incarnation)#\(serial)" }
}
