import Bytes
import Curl
import Domain
import EventLoop
import JSON

/// Uploads by a form: its policy, which is signed, lets the client send these bytes under this name and nothing else.
extension S3Store {
    func form(for upload: Upload, until end: Milliseconds) -> UploadPlan {
        let now = Milliseconds(rawValue: Clock.wall)
        let signature = bucket.signature
        var fields = [(name: "key", value: key(ofUpload: upload.id)), (name: "Content-Type", value: upload.type)]
        if let digest = upload.digest {
            fields.append(("x-amz-checksum-sha256", Base64.standard.encode(digest)))
        }
        fields += signature.formFields(at: now)
        var policy = JSONWriter()
        policy.object {
            $0.field("expiration", S3Time(end).expiration)
            $0.array("conditions") { conditions in
                conditions.object { $0.field("bucket", options.bucket) }
                conditions.array {
                    $0.value("content-length-range")
                    $0.value(upload.size)
                    $0.value(upload.size)
                }
                for field in fields {
                    conditions.array {
                        $0.value("eq")
                        $0.value("$\(field.name)")
                        $0.value(field.value)
                    }
                }
            }
        }
        let encoded = Base64.standard.encode(policy.bytes)
        fields.append(("policy", encoded))
        fields.append(("x-amz-signature", signature.signature(ofPolicy: encoded, at: now)))
        return .form(
            url: bucket.request(.post).url, fields: fields.map { UploadPlan.HTTPField($0.name, $0.value) })
    }
}
