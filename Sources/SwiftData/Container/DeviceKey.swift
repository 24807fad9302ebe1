// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation
internal import Glibc

/// The key of this device and user, for stores without a key in their configuration.
///
/// It is a file with 64 hexadecimal digits that only the user can read. It is not in the folder of
/// a store, so that a copy of a store does not contain it.
struct DeviceKey: Sendable, Hashable {
    /// The key of the current user.
    static let current = DeviceKey(
        URL.applicationSupportDirectory.appending(path: "swiftdata").appending(path: "device.key")
    )

    /// The number of bytes of the file, with the newline.
    private static let length = 2 * ModelConfiguration.EncryptionKey.byteCount + 1

    private let url: URL

    /// The path of the file.
    var path: String { url.path(percentEncoded: false) }

    /// Creates a reference to the key in a file, which need not exist.
    init(_ url: URL) { self.url = url }

    /// Returns the key; nil if the file does not exist.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if the file is not a key, or cannot be
    ///   read.
    func read() throws -> ModelConfiguration.EncryptionKey? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            if errno == ENOENT || errno == ENOTDIR { return nil }
            throw failure("read")
        }
        defer { close(descriptor) }
        // One more byte, so that a longer file is noticed.
        var content = [UInt8](repeating: 0, count: Self.length + 1)
        let count = Glibc.read(descriptor, &content, content.count)
        guard count >= 0 else { throw failure("read") }
        guard count == Self.length, let key = Self.key(content.prefix(count - 1)) else {
            throw StoreError(
                .encryptionKey,
                "\(path) is not a key: 64 hexadecimal digits and a newline are expected; replace "
                    + "it by a copy of the key"
            )
        }
        return key
    }

    /// Returns the key, and creates the file if it does not exist.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if the file is not a key, cannot be
    ///   read or cannot be written.
    func readOrCreate() throws -> ModelConfiguration.EncryptionKey {
        if let key = try read() { return key }
        try write(.random())
        guard let key = try read() else { throw failure("read") }
        return key
    }

    /// Writes a key, unless the file exists already.
    ///
    /// - Throws: `StoreError` with the code `.encryptionKey` if the file cannot be written.
    func write(_ key: ModelConfiguration.EncryptionKey) throws {
        let folder = url.deletingLastPathComponent()
        do {
            try FileManager.default.createDirectory(
                at: folder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw StoreError(
                .encryptionKey,
                "cannot create the folder of the key of the device, \(path): "
                    + error.localizedDescription
            )
        }
        let temporary = path + ".\(UUID().uuidString)"
        let mode = mode_t(S_IRUSR | S_IWUSR)
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
        guard descriptor >= 0 else { throw failure("write") }
        defer { unlink(temporary) }
        let text = Self.text(of: key)
        let isWritten =
            Glibc.write(descriptor, text, text.count) == text.count && fsync(descriptor) == 0
        guard close(descriptor) == 0, isWritten else { throw failure("write") }
        // Another process may have created the key in the meantime, which stays.
        guard link(temporary, path) == 0 || errno == EEXIST else { throw failure("write") }
        let parent = open(folder.path(percentEncoded: false), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw failure("write") }
        defer { close(parent) }
        guard fsync(parent) == 0 else { throw failure("write") }
    }

    private func failure(_ verb: String) -> StoreError {
        let reason = String(cString: strerror(errno))
        return StoreError(
            .encryptionKey,
            "cannot \(verb) the key of the device, \(path): \(reason)"
        )
    }

    private static func text(of key: ModelConfiguration.EncryptionKey) -> [UInt8] {
        let digits = Array("0123456789abcdef".utf8)
        return key.withBytes { bytes in
            bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [0x0A]
        }
    }

    private static func key(_ digits: some Collection<UInt8>) -> ModelConfiguration.EncryptionKey? {
        var bytes = Data(capacity: digits.count / 2)
        var high: UInt8?
        for digit in digits {
            guard let value = Character(UnicodeScalar(digit)).hexDigitValue else { return nil }
            guard let first = high else {
                high = UInt8(value)
                continue
            }
            bytes.append(first << 4 | UInt8(value))
            high = nil
        }
        return try? ModelConfiguration.EncryptionKey(bytes)
    }
}
