// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// The files beside a store that hold large values.
///
/// A file is written and synced before the row that names it, and removed after the row is gone, so
/// a row never names a missing file. The folder is named after the whole name of the store's file,
/// and each file after the store, so that no store takes another's files for its own.
struct ExternalFiles: Sendable {
    /// Values of up to this many bytes stay in their row.
    static let inlineLimit = 16 * 1024

    let folder: URL
    private var path: String { folder.path(percentEncoded: false) }
    /// The identifier of the store; empty for one who only reads.
    private let owner: String
    /// Whether files stay when nothing refers to them any more.
    private let keepsAll: Bool

    init(beside store: URL, of owner: String = "", keepsAll: Bool = false) {
        self.owner = owner
        self.keepsAll = keepsAll
        folder = store.deletingLastPathComponent()
            .appending(path: ".\(store.lastPathComponent)_external")
    }

    /// Writes a file and answers its name.
    func write(_ data: Data) throws -> String {
        let name = "\(owner)_\(UUID.random().uuidString)"
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            let url = folder.appending(path: name)
            try data.write(to: url)
            try Self.sync(url)
            try Self.sync(folder)
        } catch let error as CocoaError where error.code == .fileWriteOutOfSpace {
            throw StoreError(.full, "no space is left for \(path)")
        }
        return name
    }

    /// Reads a file; `property` is what the error names when it is missing.
    func read(_ name: String, of property: String) throws -> Data {
        do {
            return try Data(contentsOf: folder.appending(path: name))
        } catch {
            throw StoreError(
                .damaged,
                "\(property): the file \(name) in \(path) can't be read; "
                    + "a fetch that leaves the property out gives the rest (\(error))"
            )
        }
    }

    func remove(_ names: [String]) {
        guard !keepsAll else { return }
        for name in names { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    /// Gives another store the same files, and no others.
    ///
    /// Files are never changed in place, so both stores can have one file by two names.
    func share(with other: ExternalFiles) throws {
        other.removeAll()
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        guard !names.isEmpty else { return }
        do {
            try FileManager.default.createDirectory(
                at: other.folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
            for name in names {
                let (from, to) = (folder.appending(path: name), other.folder.appending(path: name))
                guard link(from.path(percentEncoded: false), to.path(percentEncoded: false)) != 0
                else { continue }
                try FileManager.default.copyItem(at: from, to: to)
                try Self.sync(to)
            }
            try Self.sync(other.folder)
        } catch {
            let isFull = (error as? CocoaError)?.code == .fileWriteOutOfSpace
            throw StoreError(
                isFull ? .full : .inputOutput,
                "the large values in \(path) can't be kept in \(other.path): \(error)"
            )
        }
    }

    /// Removes the folder and all that is in it.
    func removeAll() { try? FileManager.default.removeItem(at: folder) }

    /// Removes files of the store that no row names, left by a crash between a file and its row.
    func collect(keeping names: Set<String>) {
        let found = try? FileManager.default.contentsOfDirectory(atPath: path)
        remove((found ?? []).filter { $0.hasPrefix("\(owner)_") && !names.contains($0) })
    }

    private static func sync(_ url: URL) throws {
        let descriptor = open(url.path(percentEncoded: false), O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw CocoaError(.fileReadUnknown) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw CocoaError(.fileWriteUnknown) }
    }
}
