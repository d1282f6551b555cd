import ClientProtocol

/// Files that a group's members share (G-69, G-79).
enum GroupFileParameters {
    static let fileID = Parameter.string("fileID", bytes: 1...20, "The file.")
    static let offset = Parameter.integer("offset", in: 0...1_073_741_824, "The byte where the piece begins.")
}
