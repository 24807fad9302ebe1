// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

#if Encryption
internal import Crypto
internal import FoundationEssentials
#endif

// SwiftData and SwiftDataSync call these functions through the C declarations of CEncryption.

/// Implements `cencryption_is_available`.
@_cdecl("cencryption_is_available")
public func isAvailable() -> Bool {
    #if Encryption
    true
    #else
    false
    #endif
}

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
    #if Encryption
    let box = try? AES.GCM.seal(
        UnsafeRawBufferPointer(start: text, count: count),
        using: SymmetricKey(data: UnsafeRawBufferPointer(start: key, count: keyCount)),
        authenticating: UnsafeRawBufferPointer(start: context, count: contextCount)
    )
    guard let sealed, let combined = box?.combined else { return false }
    combined.copyBytes(to: sealed, count: combined.count)
    return true
    #else
    return false
    #endif
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
    #if Encryption
    guard
        let box = try? AES.GCM.SealedBox(
            combined: UnsafeRawBufferPointer(start: sealed, count: count)
        ),
        var opened = try? AES.GCM.open(
            box,
            using: SymmetricKey(data: UnsafeRawBufferPointer(start: key, count: keyCount)),
            authenticating: UnsafeRawBufferPointer(start: context, count: contextCount)
        )
    else { return false }
    if let text { opened.copyBytes(to: text, count: opened.count) }
    // It may be a key.
    opened.resetBytes(in: opened.startIndex..<opened.endIndex)
    return true
    #else
    return false
    #endif
}

/// Implements `cencryption_derive`.
@_cdecl("cencryption_derive")
public func derive(
    _ key: UnsafePointer<UInt8>?,
    _ keyCount: Int,
    _ context: UnsafePointer<UInt8>?,
    _ contextCount: Int,
    _ derived: UnsafeMutablePointer<UInt8>?,
    _ count: Int
) -> Bool {
    #if Encryption
    guard let derived, (1...255 * SHA256.byteCount).contains(count) else { return false }
    let result = HKDF<SHA256>.deriveKey(
        inputKeyMaterial: SymmetricKey(data: UnsafeRawBufferPointer(start: key, count: keyCount)),
        info: UnsafeRawBufferPointer(start: context, count: contextCount),
        outputByteCount: count
    )
    result.withUnsafeBytes { bytes in
        UnsafeMutableRawBufferPointer(start: derived, count: count).copyMemory(from: bytes)
    }
    return true
    #else
    return false
    #endif
}
