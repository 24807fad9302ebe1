// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc
internal import JournalProtocol
internal import JournalSystem
internal import SwiftData

/// A file next to a store that says that deleted content must be overwritten.
///
/// It is created before the first entry of a purge is deleted and removed after the erasure, so
/// that the daemon can complete an erasure that was interrupted.
struct ErasureMark: Sendable {
    /// The path; nil for a store in memory.
    private let path: String?

    /// Describes the mark of the first store of a container.
    init(of container: ModelContainer) {
        path = container.configurations.first { !$0.isStoredInMemoryOnly }
            .map { StorePath.resolved($0.url.path(percentEncoded: false)) + ".erase" }
    }

    /// Whether an erasure is due.
    var isSet: Bool { path.map { access($0, F_OK) == 0 } ?? false }

    /// Creates the file on the disk.
    ///
    /// A full disk, on which it cannot be created, does not prevent a purge: the erasure follows
    /// unless it is interrupted.
    func set() {
        guard let path, !isSet else { return }
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return }
        fsync(file)
        close(file)
        let folder = open(
            String(path[..<(path.lastIndex(of: "/") ?? path.endIndex)]) + "/",
            O_RDONLY | O_CLOEXEC
        )
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Removes the file.
    func remove() {
        if let path { unlink(path) }
    }
}

/// The erasure of what an interrupted purge has deleted.
struct UnfinishedErasure: WriteStep {
    var isLong: Bool { true }

    func run(in context: WriteContext) throws -> WriteProgress {
        guard ErasureMark(of: context.models.container).isSet else { return .finished(.null) }
        return .committed(then: StoreErasure()) { _ in .null }
    }
}
