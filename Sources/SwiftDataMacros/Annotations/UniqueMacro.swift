// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

import SwiftSyntaxMacros

/// Key paths whose values no two models share: `#Unique`.
enum UniqueMacro: ModelConstraint {}
