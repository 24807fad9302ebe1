// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The help of the commands that other programs run.
extension HelpText {
    static let mcp = """
        Serves the journal to an assistant over standard input and output, with the Model Context \
        Protocol. The tools list, search, count, read, write, edit and delete entries, and read \
        attached text files. An entry is only edited if it was not changed since it was read, and \
        only deleted after a confirmation, by you if the assistant can ask, otherwise by the \
        assistant. Deleted entries are in the trash. With --read-only, there are no tools that \
        write, edit or delete.

        A configuration of a client, for example:
          {"mcpServers": {"journal":
            {"command": "journal", "args": ["mcp", "--read-only"]}}}
        """

    static let rpc = """
        Calls a method of the protocol and prints its result as JSON. The methods are described \
        in Protocol/README.md.

        EXAMPLES
          journal rpc entry.count '{"filter":{"starred":true}}'
          journal rpc --stdin < requests.jsonl

        With --stdin, the lines of standard input are sent unchanged, and the replies and \
        notifications of the daemon are printed unchanged, until all requests have a reply. The \
        last line needs no line break. If the daemon closes the connection before, that is an \
        error: exit status 69.
        """
}
