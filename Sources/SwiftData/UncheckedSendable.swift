// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// Casts a value to a type that differs from the value's type in its `Sendable` conformance only.
///
/// Unchecked, because `Sendable` does not exist at run time: a generic cast cannot check it, and
/// `as?` with a literal `Sendable` does not compile. The caller explains why the value can be
/// shared.
func uncheckedSendable<T>(_ value: Any, as type: T.Type) -> T? { value as? T }
