import Client
import Glibc

extension Channel {
    /// The connection will end without a farewell, with a reset.
    func resetAtEnd() {
        var now = linger(l_onoff: 1, l_linger: 0)
        let done = setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        precondition(done == 0, "SO_LINGER is refused")
    }

    /// The writes of the peer so far: each small one came as a segment of its own (tcpi_data_segs_in of linux/tcp.h,
    /// which Glibc's older struct leaves out).
    var segmentsReceived: Int {
        var information = [UInt32](repeating: 0, count: 64)
        var size = socklen_t(256)
        let known = getsockopt(descriptor, Int32(IPPROTO_TCP), TCP_INFO, &information, &size)
        precondition(known == 0 && size >= 156, "the kernel does not count segments")
        return Int(information[38])
    }

    /// Writes what the socket takes without waiting.
    func writeSome(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.withUnsafeBytes { max(send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)), 0) }
    }
}
