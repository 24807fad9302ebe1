// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The files below a folder with the names of objects that begin with a prefix.
///
/// Files that are left from interrupted puts are deleted after a day.
struct FolderScan {
    private let root: String
    private let prefix: HubPrefix
    private var visited = 0
    /// The objects.
    private(set) var items: [HubListing.Item] = []
    /// The folders in which an object with the prefix can appear.
    private(set) var folders: [String]

    init(root: String, prefix: HubPrefix) {
        self.root = root
        self.prefix = prefix
        folders = [root]
    }

    /// Reads the folders.
    mutating func run() throws(HubError) {
        try scan(words: [])
    }

    private mutating func scan(words: [String]) throws(HubError) {
        let folder = ([root, "\(prefix.space)"] + words).joined(separator: "/")
        guard try FolderFile.exists(folder) else { return }
        folders.append(folder)
        for name in try Self.names(in: folder) {
            visited += 1
            try HubLimits.check(count: visited, of: "\(root)/\(prefix.space)")
            guard name.utf8.first != UInt8(ascii: ".") else {
                removeRemains(name, in: folder)
                continue
            }
            let path = (words + [name]).joined(separator: "/")
            guard let object = HubName(space: prefix.space, path: path) else { continue }
            try visit(object, words: words + [name], at: folder + "/" + name)
        }
    }

    private mutating func visit(
        _ object: HubName,
        words: [String],
        at path: String
    ) throws(HubError) {
        let isFolderOfPrefix = prefix.path.utf8.starts(with: (object.path + "/").utf8)
        guard prefix.contains(object) || isFolderOfPrefix else { return }
        var status = stat()
        // A file may have been deleted since.
        guard lstat(path, &status) == 0 else {
            let error = errno
            if FolderFile.isAbsence(error) { return }
            throw .system(error, failure: "cannot read \(path)")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG where prefix.contains(object):
            items.append(HubListing.Item(name: object, size: Int(status.st_size)))
        case S_IFDIR where words.count < HubLimits.wordCount:
            try scan(words: words)
        default: break
        }
    }

    private func removeRemains(_ name: String, in folder: String) {
        var status = stat()
        let path = folder + "/" + name
        guard TemporaryName(name) != nil, lstat(path, &status) == 0,
            Int64(status.st_mtim.tv_sec) < WallClock.milliseconds() / 1_000
                - Int64(TemporaryName.maximumAge)
        else { return }
        unlink(path)
    }

    /// Returns the names of the files in a folder; none if it does not exist any more.
    static func names(in folder: String) throws(HubError) -> [String] {
        guard let stream = opendir(folder) else {
            let error = errno
            if FolderFile.isAbsence(error) { return [] }
            throw .system(error, failure: "cannot read \(folder)")
        }
        defer { closedir(stream) }
        var names: [String] = []
        errno = 0
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
            guard names.count <= 2 * HubLimits.objectCount else { break }
            errno = 0
        }
        guard errno == 0 else { throw .system(errno, failure: "cannot read \(folder)") }
        return names
    }
}
