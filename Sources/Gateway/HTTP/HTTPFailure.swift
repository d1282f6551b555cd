import ClientProtocol
import Framing

/// Why a request over HTTP was not carried out.
struct HTTPFailure: Error {
    let refusal: Refusal
    let status: HTTPStatus
    let headers: [HTTPHeader]

    init(_ refusal: Refusal, _ status: HTTPStatus? = nil, headers: [HTTPHeader] = []) {
        let status = status ?? refusal.code.status
        self.refusal = refusal
        self.status = status
        switch status {
        case .unauthorized: self.headers = headers + [HTTPHeader("WWW-Authenticate", "Bearer")]
        case .tooManyRequests, .serviceUnavailable: self.headers = headers + [HTTPHeader("Retry-After", "1")]
        default: self.headers = headers
        }
    }
}
