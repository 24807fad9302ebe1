// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

public import Foundation

// Foundation has a macro of the same name. This one differs in its constraint only and is therefore
// more specialized, so that it is chosen for models; Foundation's is chosen for all other types.
// With a single type parameter in place of the pack, Foundation's would be chosen if the closure
// converts a value to an optional, because the type checker counts the conversion only if the type
// of the closure's parameter is known.

/// Creates a predicate over models, which a fetch evaluates in the store.
///
/// It accepts what Foundation's macro accepts, and besides that:
///
/// - implicit members and cases of enumerations, as in `$0.state == .open`;
/// - calls after a question mark, as in `$0.tags?.contains(where: { $0.name == "x" }) ?? false`;
/// - `evaluate(_:)` of a captured predicate or expression;
/// - properties and functions of captured values, which are called once, when the predicate is
///   created;
/// - `localizedStandardContains(_:)`, `localizedCompare(_:)` and `caseInsensitiveCompare(_:)`.
///
/// ```swift
/// let early = #Predicate<Book> { $0.year < limits.first && $0.author?.name == author.name }
/// let long = #Predicate<Book> { early.evaluate($0) && $0.chapters.count > 20 }
/// ```
@freestanding(expression)
public macro Predicate<each Input: PersistentModel>(
    _ body: (repeat each Input) -> Bool
) -> Predicate<repeat each Input> =
    #externalMacro(module: "SwiftDataMacros", type: "PredicateMacro")
