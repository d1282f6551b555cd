/// The program's own name and version.
package enum Build {
    package static let version = "0.3.0"

    static let metric = "martlet_build_info"
    static let help = "Always 1; the label has the running version."
}
