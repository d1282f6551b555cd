import ClientProtocol
import EventLoop
import Framing
import Meters
import Routing
import ServerAPI
import Settings
import Telemetry
import Transport

/// What the desks of all shards share. Nothing in it changes but what guards itself.
struct Premises: Sendable {
    let configuration: Configuration
    let node: Node<Desk>
    let directory: Directory
    let log: Log
    let metrics: Metrics
    let readiness: Readiness
    let operations: OperationTable
    let upgrades: WebSocketUpgradePolicy
    let sessionRate: RateLimit
    let userRate: RateLimit

    init(_ configuration: Configuration, node: Node<Desk>, log: Log, metrics: Metrics, operations: OperationTable) {
        self.configuration = configuration
        self.node = node
        self.log = log
        self.metrics = metrics
        self.operations = operations
        directory = Directory(configuration.loginPolicy)
        readiness = Readiness()
        upgrades = WebSocketUpgradePolicy(origins: configuration.origins.policy, subprotocols: [Desk.subprotocol])
        let rates = configuration.requests
        sessionRate = RateLimit(perSecond: rates.perSecondPerSession, burst: rates.burstPerSession)
        userRate = RateLimit(perSecond: rates.perSecondPerUser, burst: rates.burstPerUser)
    }
}
