// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Crypto
internal import FoundationEssentials

// SwiftData calls these functions through the C declarations of CEncryption.

/// Implements `cencryption_seal`.
@_cdecl("cencryption_seal")
public func seal(
    _ key: UnsafePointer<UInt8>?,
    _ keyCount: Int,
    _ text: UnsafePointer<UInt8>?,
    _ count: Int,
    _ context: UnsafePointer<UInt8>?,
    _ contextCount: Int,
    _ sealed: UnsafeMutablePointer<UInt8>?
) -> Bool {
    let box = try? AES.GCM.seal(
        UnsafeRawBufferPointer(start: text, count: count),
        using: SymmetricKey(data: UnsafeRawBufferPointer(start: key, count: keyCount)),
        authenticating: UnsafeRawBufferPointer(start: context, count: contextCount)
    )
    guard let sealed, let combined = box?.combined else { return false }
    combined.copyBytes(to: sealed, count: combined.count)
    return true
}

/// Implements `cencryption_open`.
@_cdecl("cencryption_open")
public func open(
    _ key: UnsafePointer<UInt8>?,
    _ keyCount: Int,
    _ sealed: UnsafePointer<UInt8>?,
    _ count: Int,
    _ context: UnsafePointer<UInt8>?,
    _ contextCount: Int,
    _ text: UnsafeMutablePointer<UInt8>?
) -> Bool {
    guard
        let box = try? AES.GCM.SealedBox(
            combined: UnsafeRawBufferPointer(start: sealed, count: count)
        ),
        let opened = try? AES.GCM.open(
            box,
            using: SymmetricKey(data: UnsafeRawBufferPointer(start: key, count: keyCount)),
            authenticating: UnsafeRawBufferPointer(start: context, count: contextCount)
        )
    else { return false }
    if let text { opened.copyBytes(to: text, count: opened.count) }
    return true
}
