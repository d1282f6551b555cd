import ClientProtocol
import Domain
import Storage

/// Where a device is reached when it has no session.
package struct PushAddress: Sendable {
    package let device: String
    package let platform: Platform
    package let provider: PushProvider
    /// The provider's name for the device.
    package let token: String
    /// Milliseconds since 1970.
    package let since: Milliseconds
}
