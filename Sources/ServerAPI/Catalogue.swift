import ClientProtocol

/// Everything the gateway can be asked, and everything it tells unasked: what the reference pages are made of.
package struct Catalogue: Sendable {
    package let operations: [Operation]
    package let events: [Event]
    /// Parameters that a caller over HTTP adds to a request of an operation that needs a device.
    let device: [ParameterDescription]

    /// Errors that any operation may answer beside its own, over a WebSocket and over HTTP.
    static let commonErrors: [ErrorCode] = [
        .badRequest, .tooLarge, .rateLimited, .forbidden, .conflict, .quotaExceeded, .unavailable, .internal,
    ]

    package init(operations: [Operation], events: [Event], device: [ParameterDescription]) {
        self.operations = operations
        self.events = events
        self.device = device
    }
}
