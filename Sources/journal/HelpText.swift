// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parts of the help that are longer than a line.
enum HelpText {
    static let overview = """
        Entries live in one durable store that journal-daemon owns. The daemon starts by itself \
        when it is needed; journal only talks to it. Entries can be written from any number of \
        terminals at once, and what journal says was written is on disk.

        EXAMPLES
          journal new "Rain all day, finished the shed roof"
          journal new -n work -t release "Shipped 2.1"     into a notebook, with a tag
          journal new                                      opens your editor
          make 2>&1 | tail -20 | journal new -t build      takes the text from a pipe
          journal list --since yesterday                   the newest entries
          journal search 'roof -rain after:2026-11-01'     the best matches first
          journal edit 8c5f                                by the beginning of its id
          journal delete 8c5f                              into the trash
          journal restore 8c5f                             and out of it
          journal watch                                    changes as they happen

        OUTPUT
          On a terminal: columns, colour, short ids. In a pipe: plain lines with
          whole ids and tabs between fields. --json prints one object, --jsonl
          one object a line; both with the member names of the protocol. Where
          several ids are given, --json prints {"entries":[...]}, what was done
          before a failure included. Messages go to standard error. What a terminal
          would obey, such as an escape sequence in a text, it is shown as a picture.

        EXIT STATUS
           0  done
           1  a conflict, or nothing was found
          64  the command line makes no sense, as with a bad date
          65  the input is wrong: an empty entry, a search that cannot be read
          66  no such entry, notebook or tag, or the id is ambiguous
          69  no daemon, and none could be started
          70  a fault in journal
          73  a file cannot be written
          74  the store is damaged or read-only
          75  the daemon does not answer, is busy, or says to try again: try again later
          76  journal and the daemon do not understand each other
          77  the daemon belongs to another user

        ENVIRONMENT
          JOURNAL_SOCKET     the path of the socket; --socket goes before it
          JOURNAL_NO_SPAWN   if set, no daemon is ever started
          VISUAL, EDITOR     the editor for new and edit
          TZ                 the time zone of new entries
          NO_COLOR, TERM     no colour if NO_COLOR is set or TERM is dumb
          XDG_RUNTIME_DIR, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CONFIG_HOME

        FILES
          $XDG_RUNTIME_DIR/journal/journal.sock   the socket
          $XDG_DATA_HOME/journal/journal.store    the store (~/.local/share)
          $XDG_STATE_HOME/journal/                (~/.local/state)
            daemon.log     what a daemon said that journal started
            drafts/        texts that were in the editor when something failed, that were
                           refused, or that were piped into a command line that makes no
                           sense: take them up with journal new - < FILE
            conflicts/     texts of edits that came too late
            undelivered/   texts that no daemon took; for journal new --deliver
        """

    static let new = """
        The text is what the arguments say, joined by blanks; or standard input, when it is a \
        pipe or the argument is "-"; or what you write in your editor. An empty text writes \
        nothing.

        The id of the new entry is printed once the entry is on disk. If no daemon takes the \
        text, or there is no such notebook, it is kept in a file, whose name is printed; deliver \
        it with --deliver, which writes a new text too if there is one. That is safe even if the \
        text did arrive: the id is the same. A text that is refused for good, such as one that is \
        too long, is kept as a plain file in drafts.

        Arguments land in the history of your shell; the editor and pipes do not.
        """

    static let edit = """
        The new text comes from the arguments, from standard input, or from your editor, as for \
        new. With only --star, --notebook or --tag the text stays.

        If somebody changes the entry between your reading and your writing, nothing is \
        overwritten: both texts are shown, yours is kept in a file, and the exit status is 1.
        """

    static let delete = """
        An entry stays in the trash for 90 days and is then deleted for good, unless the daemon is \
        run with another --trash-retention, which may be never.
        """

    static let search = """
        The query has words, all of which must be there; "several words" for a phrase; begin* for \
        the beginning of a word; -word for entries without it; tag:NAME, notebook:NAME, \
        after:DATE, before:DATE. Quote it for your shell. The best match comes first.
        """

    static let watch = """
        One line for each change, until you interrupt it. With --cursor-file it goes on where it \
        stopped the last time, and misses nothing: from the beginning, and after every change, the \
        file names the place that was reached. If history no longer reaches back that far, a line says "reset".
        """

    static let rpc = """
        Calls a method of the protocol and prints its result as JSON; Protocol/README.md \
        describes them.

        EXAMPLES
          journal rpc entry.count '{"filter":{"starred":true}}'
          journal rpc --stdin < requests.jsonl

        With --stdin, lines of standard input go to the daemon as they are, and its lines, \
        notifications included, to standard output, until all is answered.
        """

    static let daemon = """
        Usually nothing needs to be done: a missing daemon is started by the first command. \
        install gives the socket to the user's systemd, which then starts the daemon on the first \
        connection, outside of any terminal, and ends it when it is idle.
        """
}
