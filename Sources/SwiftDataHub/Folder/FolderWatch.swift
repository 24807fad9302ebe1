// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Glibc

/// The notifications of the kernel about new and deleted files in folders.
///
/// Without them, because the system has no more, only the time ends a wait.
final class FolderWatch {
    private static let events = UInt32(
        IN_CREATE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CLOSE_WRITE | IN_ONLYDIR
    )
    private let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    private var watches: Set<Int32> = []

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }

    /// Watches folders; returns whether one was not watched before.
    func add(_ folders: [String]) -> Bool {
        guard descriptor >= 0 else { return false }
        var isNew = false
        for folder in folders {
            // The number of a folder that was created again is another one.
            let watch = inotify_add_watch(descriptor, folder, Self.events)
            if watch >= 0, watches.insert(watch).inserted { isNew = true }
        }
        return isNew
    }

    /// Waits until a file appears or disappears.
    ///
    /// - Returns: Whether the interruption can be read.
    func waitForChange(
        until deadline: ContinuousClock.Instant,
        interruptedBy interruption: Int32
    ) -> Bool {
        while ContinuousClock.now < deadline {
            let ready = Readiness.wait(toRead: [descriptor, interruption], until: deadline)
            if ready.contains(interruption) { return true }
            if ready.contains(descriptor), readEvents() { return false }
        }
        return false
    }

    /// Reads the notifications; returns whether one is not about a hidden file.
    private func readEvents() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        let count = read(descriptor, &buffer, buffer.count)
        guard count > 0 else { return true }
        return buffer.withUnsafeBytes { bytes in
            var offset = 0
            while offset + Self.headerSize <= count {
                let length = bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self)
                // An event without a name is about the folder itself, or about lost events.
                guard length > 0, bytes[offset + Self.headerSize] == UInt8(ascii: ".") else {
                    return true
                }
                offset += Self.headerSize + Int(length)
            }
            return false
        }
    }

    private static let headerSize = 16
}
