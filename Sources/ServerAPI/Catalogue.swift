import ClientProtocol

/// Everything the gateway can be asked, and everything it tells unasked: what the reference pages are made of.
package struct Catalogue: Sendable {
    package let operations: [Operation]
    package let events: [Event]
    /// What a caller over HTTP adds to a request of an operation that needs a device.
    let device: [ParameterDescription]

    package init(operations: [Operation], events: [Event], device: [ParameterDescription]) {
        self.operations = operations
        self.events = events
        self.device = device
    }
}
