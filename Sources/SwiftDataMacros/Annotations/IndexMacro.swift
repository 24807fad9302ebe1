// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// The `#Index` macro, which declares indexes on properties of a model.
enum IndexMacro: ModelConstraint {}
