import Bytes
import JSON
import ServerAPI

/// The descriptions of the API for programs (docs/http.md).
enum APIDescription {
    private static let all: [String: TaggedPage] = [
        "openapi.json": page(Catalogue.standard.openAPI(.compact)),
        "asyncapi.json": page(Catalogue.standard.asyncAPI(.compact)),
    ]

    /// The one that stands where the operation of that name would be.
    static func page(insteadOf operation: String) -> TaggedPage? {
        var name = operation
        let endsAlike = name.withUTF8 { name in
            UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: name.suffix(ending.bytes.count))).equals(ending.bytes)
        }
        return endsAlike ? all[operation] : nil
    }

    private static func page(_ text: String) -> TaggedPage {
        TaggedPage(Array(text.utf8), type: "application/json")
    }
}

private let ending: StaticString = ".json"
