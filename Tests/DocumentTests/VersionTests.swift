import Telemetry
import TestSupport
import Testing

/// All that is released together has the program's version.
struct VersionTests {
    @Test(arguments: [
        ("Dockerfile", "org.opencontainers.image.version=%\n"),
        ("clients/javascript/package.json", "\"version\": \"%\","),
        ("clients/python/pyproject.toml", "\nversion = \"%\"\n"),
        ("deploy/kubernetes/base/kustomization.yaml", "newTag: \"%\"\n"),
        ("docs/deploying.md", "/martlet_%_amd64.deb\n"),
    ])
    func `every part has the version of the program`(file: String, place: String) throws {
        let text = try repositoryFile(file)
        #expect(text.contains(place.replacing("%", with: Build.version)), "\(file) is of another version")
    }

    @Test func `the README names the version`() throws {
        let short = Build.version.split(separator: ".").prefix(2).joined(separator: ".")
        #expect(try repositoryFile("README.md").contains("In version \(short):"))
        #expect(try repositoryFile("README.zh-CN.md").contains("\n\(short) 版：\n"))
    }
}
