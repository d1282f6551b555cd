import Security
import Settings

extension WebhookSecrets {
    /// From the file that a setting names.
    init(ofSetting place: String, file path: String) throws(ConfigurationError) {
        let problem: String
        do throws(FileError) {
            let text = String(decoding: try File.readSecret(path), as: UTF8.self)
            do throws(WebhookSecrets.Problem) {
                self = try WebhookSecrets(text)
                return
            } catch {
                problem = "the file \(path): \(error)"
            }
        } catch {
            problem = "the file \(error)"
        }
        throw ConfigurationError(problems: [Settings.Problem(place: place, message: problem)])
    }
}
