// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The options with which a container opens a store.
///
/// ``ModelConfiguration`` is the configuration of the default store.
public protocol DataStoreConfiguration: Hashable {
    /// The type of the store.
    associatedtype Store: DataStore where Self == Self.Store.Configuration
    /// The name, which must be unique among the container's configurations.
    var name: String { get }
    /// The models in the store; nil for all models that no other configuration includes.
    ///
    /// The container replaces nil by their schema before it opens the store.
    var schema: Schema? { get set }
    /// Checks the options.
    ///
    /// - Throws: An error that names the invalid option.
    func validate() throws
}

extension DataStoreConfiguration {
    /// Accepts all options.
    public func validate() throws {}
}
