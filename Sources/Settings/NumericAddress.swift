import Glibc

/// Whether a text is an IPv4 or IPv6 address in numbers; names are not looked up, so that a start cannot hang on a resolver.
func isNumericAddress(_ text: String) -> Bool {
    var address = in6_addr()
    return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
}
