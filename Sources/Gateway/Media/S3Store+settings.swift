import Media
import Settings
import Telemetry

extension S3Store {
    /// `secret`: of `media.secretFile`; the CDN has it, too.
    static func make(_ media: Configuration.Media, _ secret: [UInt8]?) throws(ConfigurationError) -> S3Store {
        let s3 = media.s3
        let download: S3Options.Download
        if media.urlTemplate.isEmpty {
            download = .signed
        } else if let secret {
            download = .cdn(template: media.urlTemplate, secret: secret)
        } else {
            throw problem("media.secretFile", "is not set, and the CDN of media.urlTemplate needs the secret as well")
        }
        let options = S3Options(
            endpoint: s3.endpoint, region: s3.region, bucket: s3.bucket, prefix: s3.prefix,
            isBucketInPath: s3.style == .path, sendsForms: s3.form, partBytes: media.partBytes, download: download)
        let key = try AccessKey(of: s3)
        do throws(MediaProblem) {
            return try S3Store(options, key)
        } catch {
            throw problem("s3.endpoint", error)
        }
    }

    /// Says what is wrong before the first upload fails by it. The gateway starts even so: messages need no media.
    func sayWhatIsWrong(to log: Log, on threads: MediaThreads) {
        let isTaken = threads.run(.long) { [self] in
            do throws(MediaProblem) {
                try check()
            } catch {
                guard case .failed(let text) = error else { preconditionFailure("a look at a bucket ends in \(error)") }
                log.error("the store of media cannot be used", ["reason": text])
            }
        }
        precondition(isTaken, "the first errand of the media threads is refused")
    }

    /// Reads the file of the key again. The former key stays in force if it cannot be read.
    func renewKey(_ s3: Configuration.Media.S3) throws(ConfigurationError) { use(try AccessKey(of: s3)) }
}

extension Configuration {
    /// The reason why the bucket of media cannot be used, which is asked now; nil: there is none, or no bucket.
    package func problemOfBucket() throws(ConfigurationError) -> String? {
        guard media.store == .s3 else { return nil }
        let store = try S3Store.make(media, media.secret())
        do throws(MediaProblem) {
            try store.check()
            return nil
        } catch {
            return "\(error)"
        }
    }
}

extension AccessKey {
    fileprivate init(of s3: Configuration.Media.S3) throws(ConfigurationError) {
        guard let path = s3.keyFile else { throw problem("s3.keyFile", "is not set, but media.store is \"s3\"") }
        let file: [UInt8]
        do throws(FileError) {
            file = try File.readSecret(path)
        } catch {
            throw problem("s3.keyFile", "the file \(error)")
        }
        do throws(MediaProblem) {
            try self.init(file: file)
        } catch {
            throw problem("s3.keyFile", error, "the file \(path) ")
        }
    }
}

private func problem(_ place: String, _ message: String) -> ConfigurationError {
    ConfigurationError(problems: [Problem(place: place, message: message)])
}

private func problem(_ place: String, _ problem: MediaProblem, _ beginning: String = "") -> ConfigurationError {
    guard case .failed(let text) = problem else { preconditionFailure("\(place) is refused as \(problem)") }
    return ConfigurationError(problems: [Problem(place: place, message: beginning + text)])
}
