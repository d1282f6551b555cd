import Foundation

/// A process that is started at the same moment would keep them open.
package func closeOnExec(_ ends: FileHandle...) {
    for end in ends { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
}
