// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// The files next to a store that contain large values.
///
/// A file is written and synced before the row that refers to it is saved, and removed after the
/// row is deleted, so that a row never refers to a missing file. The folder name contains the
/// complete name of the store's file, and each file name contains the identifier of its store, so
/// that a store never mistakes the files of another store for its own.
struct ExternalFiles: Sendable {
    /// The maximum size in bytes of a value that is stored in its row.
    static let inlineLimit = 16 * 1024

    private static let suffix = "_external"

    let folder: URL
    private var path: String { folder.path(percentEncoded: false) }
    /// The identifier of the store; empty if no files are written.
    private let owner: String
    /// Whether unreferenced files are kept.
    private let keepsAll: Bool

    init(beside store: URL, of owner: String = "", keepsAll: Bool = false) {
        self.owner = owner
        self.keepsAll = keepsAll
        folder = store.deletingLastPathComponent()
            .appending(path: ".\(store.lastPathComponent)\(Self.suffix)")
    }

    /// Returns the name of the store next to which a folder has files; nil for another folder.
    static func store(ofFolder name: String) -> String? {
        guard name.hasPrefix("."), name.hasSuffix(suffix) else { return nil }
        return String(name.dropFirst().dropLast(suffix.count))
    }

    /// Writes a file, syncs it to disk, and returns its name.
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
            throw StoreError.full(path)
        }
        return name
    }

    /// Reads a file.
    ///
    /// - Throws: `StoreError` with the code `.damaged` and the name of `property`, if it is
    ///   missing.
    func read(_ name: String, of property: String) throws -> Data {
        do {
            return try Data(contentsOf: folder.appending(path: name))
        } catch {
            throw StoreError(
                .damaged,
                "\(property): could not read the file \(name) in \(path); "
                    + "to fetch the other properties, exclude this one (\(error))"
            )
        }
    }

    /// Removes files, unless all are kept.
    func remove(_ names: [String]) {
        guard !keepsAll else { return }
        for name in names { try? FileManager.default.removeItem(at: folder.appending(path: name)) }
    }

    /// Replaces the files of another store by these files.
    ///
    /// Files are never modified in place, so both stores can share them through hard links.
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
                "could not copy the large values in \(path) to \(other.path): "
                    + "\(FileFailure(error))"
            )
        }
    }

    /// Renames the folder, if it exists, and calls `body`; an error undoes the renaming.
    ///
    /// - Throws: `StoreError` if the other folder has files; the errors of `body`.
    func publish(as other: ExternalFiles, _ body: () throws -> Void) throws {
        if rename(path, other.path) != 0 {
            guard errno == ENOENT else {
                throw StoreError(
                    .inputOutput,
                    "could not rename \(path) to \(other.path): \(String(cString: strerror(errno)))"
                )
            }
            return try body()
        }
        do {
            try body()
        } catch {
            rename(other.path, path)
            throw error
        }
    }

    /// Removes the folder with all files.
    func removeAll() { try? FileManager.default.removeItem(at: folder) }

    /// Removes files of the store that no row refers to.
    ///
    /// A crash after a file was written and before its row was saved leaves such a file.
    func removeUnused(keeping names: Set<String>) {
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
