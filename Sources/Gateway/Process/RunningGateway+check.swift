import Push
import Settings
import Transport

extension RunningGateway {
    /// Reads keys and certificates as a start would, and tells everything that is wrong with them.
    package static func check(_ configuration: Configuration) throws(ConfigurationError) {
        var problems: [Problem] = []
        do throws(ConfigurationError) {
            _ = try Credentials(configuration.auth)
        } catch {
            problems += error.problems
        }
        do throws(TLSContext.Failure) {
            _ = try configuration.makeTLSContext(configuration.makeCertificateRenewal(), predecessor: nil)
        } catch {
            problems.append(Problem(place: "tls.certificates", message: error.description))
        }
        do throws(ConfigurationError) {
            _ = try configuration.tls.acme?.externalAccount()
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            _ = try configuration.providers()
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            try EventDispatcher.check(configuration.events)
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            try Hooks.check(configuration.hooks)
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            try Tracing.check(configuration)
        } catch {
            problems += error.problems
        }
        do throws(ConfigurationError) {
            try MediaServices.check(configuration)
        } catch {
            problems += error.problems
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }
}
