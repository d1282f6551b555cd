import Chat
import ClientProtocol
import ServerAPI

extension Catalogue {
    /// Made from the operations that have a handler, and the events that are defined.
    package static let standard = Catalogue(
        operations: OperationTable.standard.operations, events: GatewayEvents.all + DomainEvents.all,
        device: [OpenSession.device.description, OpenSession.platform.description])
}
