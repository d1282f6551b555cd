/// What this program calls itself.
package enum Build {
    package static let version = "0.1.0"
}
