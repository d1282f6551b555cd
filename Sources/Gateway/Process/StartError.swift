import EventLoop
import Settings
import Storage
import Transport

/// Why a gateway cannot start.
package enum StartError: Error {
    case configuration(ConfigurationError)
    case certificates(TLSContext.Failure)
    case store(StoreError)
    case system(SystemError)
    /// `admin.listen` cannot be had.
    case adminListener(SystemError)
    /// `tls.acme.http` cannot be had.
    case validationListener(SystemError)
}

extension StartError {
    static func configured<Made>(_ make: @autoclosure () throws(ConfigurationError) -> Made) throws(StartError) -> Made
    {
        do throws(ConfigurationError) { return try make() } catch { throw .configuration(error) }
    }

    static func certified<Made>(_ make: @autoclosure () throws(TLSContext.Failure) -> Made) throws(StartError) -> Made {
        do throws(TLSContext.Failure) { return try make() } catch { throw .certificates(error) }
    }

    static func opened<Made>(_ make: @autoclosure () throws(StoreError) -> Made) throws(StartError) -> Made {
        do throws(StoreError) { return try make() } catch { throw .store(error) }
    }

    static func listening<Made>(_ make: @autoclosure () throws(SystemError) -> Made) throws(StartError) -> Made {
        do throws(SystemError) { return try make() } catch { throw .adminListener(error) }
    }

    static func validated<Made>(_ make: @autoclosure () throws(SystemError) -> Made) throws(StartError) -> Made {
        do throws(SystemError) { return try make() } catch { throw .validationListener(error) }
    }

    static func started<Made>(_ make: @autoclosure () throws(SystemError) -> Made) throws(StartError) -> Made {
        do throws(SystemError) { return try make() } catch { throw .system(error) }
    }
}
