// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

internal import Foundation

/// The types of Foundation that cannot be decoded from placeholder values.
///
/// Their decoders end the process instead of throwing: a `CharacterSet` for a bitmap without bytes,
/// `URLComponents` for a scheme that is no scheme.
enum UndecodableTypes {
    private static let placeholders: [ObjectIdentifier: any Sendable] = [
        ObjectIdentifier(CharacterSet.self): CharacterSet(),
        ObjectIdentifier(URLComponents.self): URLComponents(),
    ]

    /// Returns the placeholder of one of these types; nil for any other type.
    static func placeholder<T>(of type: T.Type) -> T? {
        placeholders[ObjectIdentifier(type)] as? T
    }
}
