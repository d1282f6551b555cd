import Framing

extension Configuration {
    package struct Proxy: Equatable, Sendable {
        package var trusted: [String]
        package var `protocol`: ProxyProtocol
        package var header: ForwardedHeader

        init(_ setting: inout SettingReader) {
            setting.section("proxy", "Proxies before the gateway, and how they say who the clients are.")
            trusted = setting(
                "trusted", .list(of: .addressBlock, "addresses like \"10.1.2.3\" or networks like \"10.0.0.0/8\""),
                or: [],
                "The proxies that are believed about a client's address. Limits, the addresses of admin keys and hooks "
                    + "go by the address that they name. Everybody in these networks can claim any address.")
            `protocol` = setting(
                "protocol", .choice, or: .off,
                "`required`: the proxies in `proxy.trusted` begin each connection with a header of the PROXY protocol, "
                    + "version 1 or 2; a connection from them without one is closed.")
            header = setting(
                "header", .choice, or: .xForwardedFor,
                "The header in which the proxies in `proxy.trusted` append the address that they were reached from. It is "
                    + "read from the right, past trusted proxies. The other one is not read: a client may have written it."
            )
        }
    }
}

package enum ProxyProtocol: String, CaseIterable, Sendable {
    case off, required
}

extension SettingType<String> {
    /// Not everybody at once: then each client could say who it is.
    fileprivate static let addressBlock = checked("an address or a network", isNumericNetwork)
}
