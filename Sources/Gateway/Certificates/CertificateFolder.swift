import ACME
import CLinux
import Glibc
import Security
import Settings
import Transport

/// The folder of an ACME server in the gateway's data directory: it holds the account's key, and the certificate with
/// its own key in one file, so that both are replaced in one step. Their owner alone can read them.
package struct CertificateFolder: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
        /// The certificate that the server has issued is of no use here, so there is no point in writing it again.
        var isOfServer = false
    }

    let path: String
    private let parent: String

    package init(in dataDirectory: String, of server: String) {
        parent = dataDirectory + "/acme"
        let name = server.dropFirst("https://".count).prefix(longestName)
        path = parent + "/" + String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ".") ? $0 : "_" })
    }

    /// Chain and key.
    package var certificate: String { path + "/certificate.pem" }

    private var accountFile: String { path + "/account.pem" }

    /// The account's key. It is made when there is none, and never replaced: the server knows the account by it.
    func accountKey() throws(Failure) -> AccountKey {
        try makeFolders()
        if access(accountFile, F_OK) != 0 {
            guard martlet_errno() == ENOENT else { throw Failure("cannot read \(accountFile)") }
            try replace(accountFile, by: SigningKey().pem) { _ throws(Failure) in }
        }
        let pem = try readSecret(accountFile)
        do throws(KeyProblem) {
            return AccountKey(try SigningKey(privateKey: pem))
        } catch {
            throw Failure(description: "the account's key \(accountFile) \(error)")
        }
    }

    /// Nil: there is none. One that cannot be used, or that others can read, is a failure.
    func held() throws(Failure) -> TLSContext.Validity? {
        if access(certificate, F_OK) != 0, martlet_errno() == ENOENT { return nil }
        _ = try readSecret(certificate)
        return try Self.validity(of: certificate)
    }

    /// The next handshake may have it. `hosts` are those it must be for.
    func keep(
        _ chain: String, _ key: SigningKey, for hosts: [String], now: Int64
    ) throws(Failure) -> TLSContext.Validity {
        try replace(certificate, by: key.pem + chain) { path throws(Failure) in
            guard let problem = Self.problem(of: path, for: hosts, now: now) else { return }
            throw Failure(description: problem, isOfServer: true)
        }
        return try Self.validity(of: certificate)
    }

    /// Why a certificate that was issued cannot be used; nil: it can.
    private static func problem(of path: String, for hosts: [String], now: Int64) -> String? {
        do throws(Failure) {
            let issued = try Self.validity(of: path)
            let missing = hosts.filter { !issued.names.contains($0) }
            guard missing.isEmpty else {
                return "the server's certificate is not for \(missing.joined(separator: ", "))"
            }
            return issued.ends > now ? nil : "the server's certificate has ended; is the clock right?"
        } catch {
            return error.description
        }
    }

    private static func validity(of path: String) throws(Failure) -> TLSContext.Validity {
        do throws(TLSContext.Failure) {
            let files = TLSContext.Certificate(chain: path, key: path)
            // A context that was made of a certificate has it.
            return try TLSContext([files], minimum: .tls12, tickets: false).validities[0]
        } catch {
            throw Failure(description: error.description)
        }
    }

    // MARK: - Files

    private func readSecret(_ file: String) throws(Failure) -> String {
        do throws(FileError) {
            return String(decoding: try File.readSecret(file), as: UTF8.self)
        } catch {
            throw Failure(description: "\(error)")
        }
    }

    private func makeFolders() throws(Failure) {
        for folder in [parent, path] {
            if mkdir(folder, 0o700) != 0, martlet_errno() != EEXIST {
                throw Failure("cannot make the folder \(folder)")
            }
        }
    }

    /// In one step, and for good once it has returned. `check` looks at the new file before it takes the old one's place.
    private func replace(
        _ file: String, by text: String, check: (String) throws(Failure) -> Void
    ) throws(Failure) {
        let fresh = file + ".new"
        try write(text, to: fresh)
        do throws(Failure) {
            try check(fresh)
            if rename(fresh, file) != 0 { throw Failure("cannot replace \(file)") }
        } catch {
            unlink(fresh)
            throw error
        }
        try synchronize(path, O_RDONLY | O_DIRECTORY)
    }

    private func write(_ text: String, to file: String) throws(Failure) {
        // A file that an earlier process has left there may be readable for others.
        unlink(file)
        let descriptor = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor < 0 { throw Failure("cannot make \(file)") }
        let bytes = Array(text.utf8)
        var (written, isWhole) = (0, true)
        while isWhole, written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            isWhole = count >= 0 || martlet_errno() == EINTR
            written += max(count, 0)
        }
        isWhole = isWhole && fsync(descriptor) == 0
        let failure = isWhole ? nil : Failure("cannot write \(file)")
        _ = close(descriptor)
        guard let failure else { return }
        unlink(file)
        throw failure
    }

    private func synchronize(_ path: String, _ mode: Int32) throws(Failure) {
        let descriptor = open(path, mode | O_CLOEXEC)
        if descriptor < 0 { throw Failure("cannot open \(path)") }
        defer { _ = close(descriptor) }
        if fsync(descriptor) != 0 { throw Failure("cannot write \(path)") }
    }
}

extension CertificateFolder.Failure {
    /// Reads `errno`, so it must be made right after the call.
    fileprivate init(_ attempt: String) {
        description = "\(attempt): \(String(cString: strerror(martlet_errno())))"
    }
}

private let longestName = 200
