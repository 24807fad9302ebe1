// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import Foundation

/// A folder that is deleted with the object, in memory if possible.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let memory = URL(filePath: "/dev/shm")
        let isWritable = FileManager.default.isWritableFile(atPath: memory.path)
        let parent = isWritable ? memory : FileManager.default.temporaryDirectory
        let url = parent.appending(path: "hub-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    /// The paths of all files below the folder.
    var files: [String] {
        FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String }.filter {
            var isFolder: ObjCBool = false
            return FileManager.default.fileExists(
                atPath: "\(path)/\($0)",
                isDirectory: &isFolder
            ) && !isFolder.boolValue
        } ?? []
    }

    /// Creates a file below the folder.
    func write(_ text: String, to name: String) throws {
        let url = URL(filePath: "\(path)/\(name)")
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }
}
