import Domain
import JSON

/// Something the gateway tells a client unasked, as the reference shows it. A class, so that it costs nothing to hand on.
package final class Event: Sendable {
    /// The sessions that get it.
    package struct Audience: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        /// The session that it is about.
        package static let session = Audience(rawValue: 1)
        package static let user = Audience(rawValue: 2)
        /// Not the session that caused it: that one has its reply.
        package static let otherSessions = Audience(rawValue: 4)
        package static let members = Audience(rawValue: 8)
        package static let followers = Audience(rawValue: 16)
        package static let everybody = Audience(rawValue: 32)
        package static let participants = Audience(rawValue: 64)
        package static let watchers = Audience(rawValue: 128)
    }

    /// Where a device that was away finds it.
    package struct Streams: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) { self.rawValue = rawValue }

        package static let user = Streams(rawValue: 1)
        package static let group = Streams(rawValue: 2)
    }

    package let name: String
    package let summary: String
    package let audience: Audience
    package let streams: Streams
    package let data: [Field]

    package init(
        _ name: String, _ summary: String, to audience: Audience, in streams: Streams = [], data: [Field]
    ) {
        self.name = name
        self.summary = summary
        self.audience = audience
        self.streams = streams
        self.data = data
    }
}

/// The content of an event, with its declaration.
package protocol EventContent: Sendable {
    var declaration: Event { get }
    /// The members of its `data`.
    func write(to json: inout JSONWriter)
}

/// The definition of an event: a type whose values are what it says. There is one for each event, named like it:
/// `message.new` is `MessageNew`.
package protocol EventDefinition: EventContent {
    static var declaration: Event { get }
}

extension EventDefinition {
    package var declaration: Event { Self.declaration }
}

/// An event's place in a stream.
package enum StreamPlace: Sendable {
    case user(seq: Seq)
    /// By the group's id.
    case group(String, seq: Seq)
}
