import ClientProtocol
import JSON

/// One request, as its handler reads it: a value, at whichever door it came in.
struct Request {
    let operation: Operation
    /// A view into the document that is being read. What the work needs of it, the handler takes out.
    let data: JSONValue?
    let context: RequestContext
    /// names the request, so that it can be repeated.
    let key: String?

    /// A parameter's value, or the refusal that names it.
    func callAsFunction<Value>(_ parameter: Parameter<Value>) throws(Refusal) -> Value {
        try parameter.read(data, else: operation.badParameter)
    }
}
