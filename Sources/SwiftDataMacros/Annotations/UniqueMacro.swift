// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// The `#Unique` macro, which declares uniqueness constraints on properties of a model.
enum UniqueMacro: ModelConstraint {}
