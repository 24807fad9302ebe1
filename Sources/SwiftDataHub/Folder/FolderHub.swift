// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc
package import SwiftDataSpace

/// A hub in a folder: local, on a medium, mounted from another machine, or synchronized by another
/// program.
///
/// An object is a file with its name as the path. A hidden file marks the folder, so that the
/// empty folder of a medium that is not mounted is not taken for a hub.
package final class FolderHub: BlockingHub {
    /// The file that marks the folder of a hub.
    package static let marker = ".swiftdata-hub"

    let root: String
    private let pollInterval: Duration?
    private let usesLinks: Bool
    /// The folders with a name that this object wrote to the disk.
    private var synchronizedFolders: Set<String> = []

    /// Creates the hub of a folder, which need not exist.
    ///
    /// - Parameter root: The path of the folder.
    package convenience init(_ root: String) {
        self.init(root, pollInterval: nil, usesLinks: true)
    }

    /// Creates the hub of a folder.
    ///
    /// - Parameters:
    ///   - root: The path of the folder.
    ///   - pollInterval: The time between two listings of a wait; nil for that which suits the file
    ///     system.
    ///   - usesLinks: Whether files can have several names.
    init(_ root: String, pollInterval: Duration?, usesLinks: Bool) {
        self.root = root
        self.pollInterval = pollInterval
        self.usesLinks = usesLinks
    }

    /// Creates the folder, in an existing one, and marks it.
    package func create() throws(HubError) {
        if mkdir(root, 0o777) != 0, errno != EEXIST {
            let error = errno
            guard error == ENOENT else { throw .system(error, failure: "cannot create \(root)") }
            throw HubError(
                .unreachable,
                message:
                    "cannot create \(root): its parent folder does not exist; mount the medium "
                    + "or create that folder"
            )
        }
        let path = root + "/" + Self.marker
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
        guard descriptor >= 0 else { throw .system(errno, failure: "cannot create \(path)") }
        close(descriptor)
        try FolderFile.synchronize(folder: root)
        do throws(HubError) {
            try FolderFile.synchronize(folder: root + "/..")
        } catch {
            // Another user made the folder in one that this user cannot read.
            guard error.code == .denied else { throw error }
        }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func spaces() throws(HubError) -> [SpaceID] {
        try check(space: nil)
        var spaces: [SpaceID] = []
        for space in try FolderScan.names(in: root).compactMap({ SpaceID($0) }) {
            let records = try scan(HubPrefix(recordsOf: space)).items
            if !records.isEmpty { spaces.append(space) }
        }
        return spaces.sorted()
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func list(_ prefix: HubPrefix) throws(HubError) -> HubListing {
        HubListing(items: try scan(prefix).items, time: WallClock.milliseconds())
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func get(_ name: HubName) throws(HubError) -> [UInt8]? {
        try check(space: name.space)
        try checkFolders(of: name)
        if let bytes = try FolderFile.read(path(of: name)) { return bytes }
        // The medium may have been removed since.
        try check(space: name.space)
        return nil
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func put(_ bytes: [UInt8], as name: HubName) throws(HubError) {
        try HubLimits.check(bytes, of: name)
        try check(space: name.space)
        try checkFolders(of: name)
        let file = NewFile(path: path(of: name), usesLinks: usesLinks)
        if let stored = try FolderFile.read(file.path) {
            guard stored == bytes else { throw .taken(name) }
            // A put that was interrupted may have left this undone.
            try makeFolders(of: name)
            return try FolderFile.synchronize(folder: file.folder)
        }
        try makeFolders(of: name)
        guard try file.write(bytes) else { throw .taken(name) }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func delete(_ name: HubName) throws(HubError) {
        try check(space: name.space)
        try checkFolders(of: name)
        let file = NewFile(path: path(of: name), usesLinks: usesLinks)
        guard unlink(file.path) != 0 else { return try FolderFile.synchronize(folder: file.folder) }
        let error = errno
        guard error == ENOENT || error == ENOTDIR else {
            throw .system(error, failure: "cannot delete \(file.path)")
        }
    }

    // swift-format-ignore: AllPublicDeclarationsHaveDocumentation
    package func wait(
        for prefix: HubPrefix,
        toDifferFrom mark: HubMark,
        until deadline: ContinuousClock.Instant,
        interruptedBy interruption: Int32
    ) throws(HubError) {
        let watch = FolderWatch()
        let interval = pollInterval ?? MountTable.pollInterval(of: root)
        while true {
            var scan = try scan(prefix)
            // What was created before its folder was watched is found by another scan.
            while watch.add(scan.folders) { scan = try self.scan(prefix) }
            let listing = HubListing(items: scan.items, time: 0)
            guard listing.mark == mark, ContinuousClock.now < deadline else { return }
            let isInterrupted = watch.waitForChange(
                until: min(deadline, .now + interval),
                interruptedBy: interruption
            )
            if isInterrupted { return }
        }
    }

    private func path(of name: HubName) -> String { "\(root)/\(name)" }

    private func scan(_ prefix: HubPrefix) throws(HubError) -> FolderScan {
        try check(space: prefix.space)
        var scan = FolderScan(root: root, prefix: prefix)
        try scan.run()
        // Without a medium that was removed since, the scan found too little.
        try check(space: prefix.space)
        return scan
    }

    private func makeFolders(of name: HubName) throws(HubError) {
        var folder = root
        for word in name.description.split(separator: "/").dropLast() {
            let parent = folder
            folder += "/" + word
            let isNew = mkdir(folder, 0o777) == 0
            guard isNew || errno == EEXIST else {
                throw .system(errno, failure: "cannot create \(folder)")
            }
            // A process that was interrupted may have created it, and not have written its name.
            guard isNew || !synchronizedFolders.contains(folder) else { continue }
            try FolderFile.synchronize(folder: parent)
            synchronizedFolders.insert(folder)
        }
    }

    /// Checks that no folder of a name is a link, which could lead out of the hub.
    private func checkFolders(of name: HubName) throws(HubError) {
        var folder = root
        for word in name.description.split(separator: "/").dropLast() {
            folder += "/" + word
            var status = stat()
            guard lstat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { continue }
            throw HubError(.damaged, message: "\(folder) is a link; delete it")
        }
    }

    /// Checks that the folder is a hub.
    private func check(space: SpaceID?) throws(HubError) {
        if try FolderFile.exists(root + "/" + Self.marker) { return }
        if let space, try FolderFile.exists("\(root)/\(space)") { return }
        var status = stat()
        guard stat(root, &status) == 0 else {
            let error = errno
            guard error == ENOENT else { throw .system(error, failure: "cannot read \(root)") }
            throw HubError(
                .unreachable,
                message: "\(root) does not exist; mount the medium or create a hub there"
            )
        }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw HubError(.notHub, message: "\(root) is not a folder; use the path of a folder")
        }
        // Programs that synchronize folders may skip hidden files.
        guard try FolderScan.names(in: root).contains(where: { SpaceID($0) != nil }) else {
            throw HubError(
                .notHub,
                message: "\(root) is not a hub; mount the medium or create a hub there"
            )
        }
    }
}
