#ifndef SWIFTDATA_ENCRYPTION_H
#define SWIFTDATA_ENCRYPTION_H

#include <stddef.h>
#include <stdint.h>

// The functions of the Swift module SwiftDataEncryption, which SwiftData must not import: programs
// would see all that the module and its dependencies add to other types.

/// Whether the functions encrypt and decrypt: the package is built with the trait `Encryption`.
///
/// Otherwise each returns false.
_Bool cencryption_is_available(void);

/// The number of bytes by which a sealed text is longer than its text.
static const size_t cencryption_overhead = 28;

/// Encrypts a text with AES-GCM and a random nonce, and authenticates it together with a context.
///
/// `sealed` has space for `count + cencryption_overhead` bytes. Returns whether it succeeded.
_Bool cencryption_seal(
    const uint8_t *key, size_t key_count,
    const uint8_t *text, size_t count,
    const uint8_t *context, size_t context_count,
    uint8_t *sealed
);

/// Decrypts a sealed text.
///
/// `text` has space for `count - cencryption_overhead` bytes. Returns false if the text was sealed
/// with another key or in another context, or was changed.
_Bool cencryption_open(
    const uint8_t *key, size_t key_count,
    const uint8_t *sealed, size_t count,
    const uint8_t *context, size_t context_count,
    uint8_t *text
);

/// Derives bytes from a key with HKDF and SHA-256.
///
/// They do not reveal the key, and those of one context do not reveal those of another. Returns
/// whether it succeeded.
_Bool cencryption_derive(
    const uint8_t *key, size_t key_count,
    const uint8_t *context, size_t context_count,
    uint8_t *derived, size_t count
);

/// Overwrites bytes, which the compiler does not omit.
void cencryption_overwrite(uint8_t *bytes, size_t count);

#endif
