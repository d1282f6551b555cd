import ClientProtocol
import Domain
import EventLoop
import Security
import Settings

/// Whom the gateway lets in: the keys of tokens and of administrators. Read from files, replaced as a whole.
struct Credentials: Sendable {
    /// What a good token says.
    struct Identity {
        let user: UserID
        /// Seconds since 1970.
        let expiresAt: Int64
    }
}
