import CCurl

/// libcurl's handle for many transfers at once.
///
/// `@unchecked Sendable`: one thread uses the handle, and the others only `wake()`, which libcurl allows from anywhere
/// (libcurl-thread(3)); the last of them to let go of it frees it.
package final class Multi: @unchecked Sendable {
    let pointer: UnsafeMutableRawPointer

    package init(connectionsToOneHost: Int) {
        precondition(isLibraryReady, "libcurl cannot begin")
        guard let pointer = curl_multi_init() else { preconditionFailure("libcurl makes no handle") }
        self.pointer = pointer
        requireDone(martlet_curl_limit(pointer, CURLMOPT_MAX_HOST_CONNECTIONS, connectionsToOneHost))
    }

    deinit {
        curl_multi_cleanup(pointer)
    }

    /// Ends the sleep that the thread is in, or else its next.
    package func wake() {
        requireDone(curl_multi_wakeup(pointer))
    }
}

private let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

/// For calls that fail only when libcurl is used wrongly, or memory ends.
func requireDone(_ code: CURLMcode) {
    precondition(code == CURLM_OK, "libcurl: \(String(cString: curl_multi_strerror(code)))")
}

func requireDone(_ code: CURLcode) {
    precondition(code == CURLE_OK, "libcurl: \(String(cString: curl_easy_strerror(code)))")
}
