// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

/// The parts of the help that are longer than a line.
enum HelpText {
    static let overview = """
        Entries are kept in one store, which journal-daemon owns. journal talks to the daemon and \
        starts it if necessary. Entries can be written from any number of terminals at the same \
        time. When journal reports that an entry was written, it is on disk.

        EXAMPLES
          journal new "Rain all day, finished the shed roof"
          journal "A quiet day #garden"               the same, with a tag
          journal new -N work -t release "Shipped 2.1"
                                                      in the notebook work, tagged
          journal new                                 write in your editor
          journal new -T daily                        with a template
          make 2>&1 | tail -20 | journal new -t build
                                                      read the text from a pipe
          journal list --since yesterday              newest entries first
          journal list --on-this-day                  the same day in other years
          journal search roof -rain after:2026-11-01
                                                      best matches first
          journal edit 8c5f                           an id can be shortened
          journal edit --search tag:draft             all matches in one text
          journal delete 8c5f                         move to the trash
          journal restore 8c5f                        restore from the trash
          journal undo                                undo your last change
          journal purge 8c5f                          delete permanently
          journal attach 8c5f photo.jpg               attach a file
          journal backup ~/journal.backup             copy everything into a file
          journal sync init ssh://home/journal        share it with other machines
          journal doctor                              check everything
          journal history 8c5f                        earlier versions of an entry
          journal stats                               numbers and a calendar
          journal watch                               a list that follows changes

        DATES
          Days    today, yesterday, friday, last friday, 3d, 2 weeks ago, Nov 20,
                  20.11.2026, 2026-11-20; without a year or a week, the latest
                  that is not in the future
          Times   9am, 18:30, noon, 30m (minutes ago), 2h; after or before a day:
                  friday 9am. --at reads a day without a time as noon. A time
                  that the clock shows twice is the first of the two. A time
                  with an offset of its own, such as 2026-11-20T18:30Z, is
                  converted to your time zone.
          Spans   last week, this month, 2026-11, 2026, last 3 days; as a range:
                  2026-11-01..today
          Hyphens can join words: last-week, 2-days-ago.
          11/20/2026 is read too. 9/11/2026 has the order of your locale
          (LC_TIME); if that has none, it is refused, as is every date that has
          two readings.

        PIPES
          Text piped into journal without a command becomes a new entry. So does
          a first argument with a space in it, unless it is similar to the name
          of a command. If new or edit also has a text argument, the piped text
          is appended to it, unless standard input is inherited from a script or
          a loop. The common options can be placed before or after the command.
          Input is read up to 16 MiB. What was read of a longer input, or before
          an error or a signal, is saved as a draft.

        OUTPUT
          A terminal gets columns, color and short ids; control characters are
          shown as symbols. Output that is longer than the screen is shown by
          $PAGER, or less. A pipe gets plain lines with tab-separated fields: the
          full id, the time, the notebook, the first line, a star, the tags.
          " …" marks a text with more lines; ≠ behind the star marks an entry
          whose text was written on two machines (sync conflicts). search has
          the part of the text with the matches instead, or its beginning,
          without a mark and with spaces for line breaks; history has a number,
          an id, a time and the first line. --color always adds color to these
          fields. --json prints one object, --jsonl one object per line, both
          with the member names of the protocol. For several ids, --json prints
          {"entries":[...]}, including the results before a failure. Messages go
          to standard error.

        EXIT STATUS
           0  success
           1  conflict, name already in use, a search without a match, nothing to
              undo, damage that a check has found, or a question answered with no
          64  usage error, such as an invalid date
          65  invalid input, such as an empty entry, a malformed query, a short
              passphrase or a damaged backup to restore
          66  no such entry, notebook, tag, attachment, version or draft, an
              ambiguous id, or a file that cannot be read
          69  no daemon is running and none could be started, or the connection
              was lost
          70  internal error, or a program such as the editor or the one of
              watch --exec failed
          73  a file or the output cannot be written
          74  the store is damaged or read-only, or a backup cannot be written or
              read, or is missing
          75  the daemon is busy, locked or does not respond, or an exchange with
              the hub did not end; try again later
          76  protocol error between journal and the daemon
          77  the daemon runs as another user, or the passphrase or key is wrong

        ENVIRONMENT
          JOURNAL_SOCKET     path of the socket; overridden by --socket
          JOURNAL_NO_SPAWN   if set, never start a daemon
          VISUAL, EDITOR     editor for new and edit
          PAGER, LESS        program for output longer than the screen; cat means
                             none
          TZ                 time zone of new entries
          LC_ALL, LC_TIME, LANG
                             order of day and month, and first day of the week
          NO_COLOR, TERM     no color if NO_COLOR is set or TERM is dumb
          XDG_RUNTIME_DIR, XDG_DATA_HOME, XDG_STATE_HOME, XDG_CONFIG_HOME

        FILES
          $XDG_CONFIG_HOME/journal/config.toml    settings (~/.config)
          $XDG_RUNTIME_DIR/journal/journal.sock   the socket
          $XDG_DATA_HOME/journal/journal.store    the store (~/.local/share)
          $XDG_STATE_HOME/journal/                (~/.local/state)
            daemon.log     log of a daemon that journal started
            drafts/        text that was not written: the editor failed, the
                           text was rejected, the command line was invalid, or
                           an edit could not be delivered
            conflicts/     your version of an edit that lost a conflict
            undelivered/   entries that no daemon accepted; see: journal new --help
                           To use any of these: journal drafts
          $XDG_CONFIG_HOME/journal/templates/     for journal new -T (~/.config)
        """

    static let new = """
        The text is read from the arguments, joined by spaces; from standard input, if it is a \
        pipe or the argument is "-"; or from your editor. If there are arguments and standard \
        input is a pipe or a file, its content is appended after an empty line. Empty text is \
        rejected.

        A text that starts with - needs -- before it: journal new -- "- milk"

        Words such as #garden and #home/garden in the text become tags, unless --no-text-tags is \
        given. The # is at the start of a line or follows white space, an opening bracket ( [ { or \
        a quotation mark " ' “. The name has at most 255 bytes. It starts with a letter, consists \
        of letters, marks and numbers of any script, _, - and /, and does not end in - or /. #a#b \
        is not a tag. Code contains no tags: the text between two backticks of a line, and the \
        lines from one that starts with three backticks, after any white space, to the next such \
        line or the end of the text. The editor plugins have the same rule.

        A notebook that does not exist yet is created, with a message. Once the entry is on disk, \
        its id is printed. If no daemon accepts the entry, the text is saved in a file and its \
        path is printed; --deliver sends the saved entries, and then a new one. A retry never \
        writes an entry twice, because the id is the same. A text that is rejected permanently, \
        for example because it is too long, is saved in drafts.

        -T NAME starts with a template, a file templates/NAME.md below \
        $XDG_CONFIG_HOME/journal (~/.config/journal). It opens in the editor; a text of the \
        command line is put in its place instead, and nothing is asked:

          ---
          notebook: work
          tags: daily, log
          ---
          # {weekday}, {date}: {title}

          {text}

        Lines between --- are optional. Fields are {date}, {time}, {weekday}, {week}, {month}, \
        {year}, {yesterday}, {tomorrow}, {title} for the first line of the text and {text} for the \
        rest, which is appended if the field is missing; {{date}} stands for {date} itself. An \
        unchanged template is not written. --templates lists the templates and cannot be combined \
        with a text.

        Arguments are recorded in your shell history; text from pipes and the editor is not.
        """

    static let edit = """
        The new text is read from the arguments, from standard input, or from your editor, as \
        with new. With only --star, --notebook, --tag or --at, the text is not changed unless a \
        new one is piped in. Tags are added and removed with the words such as #garden in the \
        text; other tags of the entry remain.

        -t replaces all tags; with a sign, it changes one and leaves the others: -t +urgent adds \
        a tag, -t -draft removes one. A name that itself begins with + or - is written with \
        --add-tag or --remove-tag.

        If the entry was changed while you were editing it, nothing is overwritten: both versions \
        are printed, yours is saved in a file, and the exit status is 1.

        With several ids, or with --search and a query of journal search, the editor opens one \
        text with all entries, each after a line with its id:

          === 8c5f1234 r57  2026-11-22 18:30
          Rain all day

        Entries that were changed are written; text after the line "=== new" becomes a new entry. \
        If an entry with its line is removed, the command asks whether to delete it; --delete does \
        so without a question. With --star, --notebook, --at or options about tags, all entries \
        are changed, without the editor. Arguments with four or more hexadecimal digits are ids, \
        unless there is other text.

          journal edit 8c5f 39b9
          journal edit --search 'tag:draft after:last-week'
          journal edit --search tag:draft -t +urgent -t -draft
        """

    static let drafts = """
        Lists and uses text that is not in the journal: drafts, which an editor or an invalid \
        command line left behind or which were rejected; edits that were not delivered; conflicts, \
        your versions of entries that another program has changed since; and entries that no \
        daemon has accepted yet, which new --deliver also sends.

          journal drafts                list them with numbers, oldest first
          journal drafts use 1          open one in the editor, then write it
          journal drafts use 1 -N work -t build
                                        in another notebook, with other tags
          journal drafts show 8c5f      a name can be shortened
          journal drafts delete 1

        use writes a new entry, or changes the entry that the text belongs to, with the notebook, \
        tags, star and time of the original command, if they are valid; -N and -t replace the \
        notebook and the tags. A notebook, tags or an id that the daemon has rejected are dropped. \
        If the entry was changed since, the editor shows both versions between the lines <<<<<<< \
        and >>>>>>>, to be merged. The file is removed once the text is written; an empty text is \
        not written.
        """

    static let history = """
        On a terminal, each version is shown with the changes that replaced it, newest first; in a \
        pipe, one line per version with its number, id, time and first line. Numbers count from \
        the newest version, which is 1. --show prints a version. --restore makes a version the \
        text of the entry; the current text becomes a version.
        """

    static let attachments = """
        Prints the id, the size in bytes, the media type and the name of each file; on a terminal, \
        the first digits of the id. With --save, the files are saved in a folder and their paths \
        are printed; a file that exists there is not overwritten. One that is damaged in the store \
        is not saved but named, and the exit status is 74. A removed file is no longer in \
        the journal, but its place in the store is overwritten only later, or by: journal trash \
        empty
        """

    static let backup = """
        The copy contains everything that was written before the command, also the attachments. \
        Others can write while it is made. An existing file is not replaced, and its folder must \
        exist. To go back to a backup: journal restore-backup FILE

        With --verify, the file is checked: its structure, its references, its entries, and the \
        attached files by their digests. The content of an encrypted backup is checked with the \
        key of the daemon, or with the passphrase of the backup, from the terminal or \
        --passphrase-file; without either, encrypted values are not checked.

        With --folder, the backup gets a dated name in a folder, which is created if it is \
        missing, and is checked; --keep N removes the oldest ones with such names. "journal daemon \
        install --backup daily" does this regularly. While an encrypted journal is locked, no \
        backup is made.

        EXAMPLES
          journal backup ~/journal.backup
          journal backup --verify ~/journal.backup
          journal backup --folder /media/usb/journal --keep 14
        """

    static let undo = """
        Undoes the last change that you have made, with journal, in an editor or through an \
        assistant: moves a new entry to the trash, restores the previous text, time, tags, \
        notebook and star of an edited entry, restores a deleted entry, deletes a restored one, or \
        restores the previous name of a notebook or tag. The next run undoes the change before it. \
        A command that changed several entries, such as import, is undone as a whole, also if it \
        was interrupted; an undo that is interrupted is continued by the next one. A notebook that \
        was created for an entry remains. journal redo reverses an undo.

        If an entry was changed since by another program, it is not changed, and the exit status \
        is 1. purge and trash empty cannot be undone, nor can attaching and removing files, \
        creating notebooks, and merging and deleting tags and notebooks. To undo an older change, \
        use its number in the list:

          journal undo --list
          journal undo 3

        Changes of programs that do not name a step, as with rpc, are not in the list. A change \
        leaves the list after 100,000 others.
        """

    static let redo = """
        Restores the change that was undone last, unless its entries were changed since; repeat it \
        to go further. With --list, all changes that can be restored are listed:

          journal redo --list
          journal redo 2
        """

    static let delete = """
        Entries are deleted permanently after 90 days in the trash, unless the daemon is started \
        with another --trash-retention.

        --search takes a query of journal search and deletes all entries that match. On a \
        terminal, the command shows them and asks first; otherwise --yes is required:

          journal delete --search 'tag:draft before:2026-01-01'

        journal undo restores them all.
        """

    static let search = """
        A query matches entries that contain all of its words. Use "several words" for a phrase, \
        and begin* for a prefix. tag:NAME, notebook:NAME, starred:yes, after:DATE, before:DATE and \
        on:DATE restrict the entries. Names with spaces are quoted, and a quotation mark in a name \
        follows a backslash: 'notebook:"To \\"do\\" list"'. Parentheses and OR combine words and \
        conditions, and - excludes: (roof OR tag:house) -tag:done. '#NAME', in quotes of the \
        shell, is the word or the tag. A DATE is a day such as 2026-11-21, yesterday, 3d, 2026-11 \
        or last-week. Words of scripts without spaces, such as Japanese and Thai, are found within \
        a text, and emoji are words. With --stem, English words are also found in their other \
        forms. Words need no quotes of the shell, unless they contain characters that are special \
        to it, and an excluded word of one letter needs -- before it. The best match is printed \
        first; in an encrypted journal, which has no index of words, the newest.
        """

    static let watch = """
        On a terminal, shows the newest entries that match and redraws them with every change, \
        until you press q. In a pipe, or with --lines or an option that selects where to start, \
        prints one line per change until interrupted. Continues after a restart of the daemon.

        With --cursor-file, the position is saved after every change, and the next run resumes \
        there without missing a change. If the history no longer reaches back to the cursor, \
        "reset" is printed.

        With --exec, a command runs for each change, one at a time and in order, with the change \
        as a line of JSON on its standard input. The position is saved only after the command has \
        succeeded; if it fails, watch ends, and the next run starts with the same change.

        EXAMPLES
          journal watch -N work
          journal watch --cursor-file ~/.cache/seen --exec 'mail -s journal me'
        """

    static let config = """
        The file $XDG_CONFIG_HOME/journal/config.toml (~/.config) can have these settings. An \
        option takes precedence over a variable of the environment, that over the file, and the \
        file over the locale. An unknown or invalid setting is reported, and has no other effect; \
        of a file that is not valid TOML, nothing is used.

          notebook = "work"            the notebook of new entries
          template = "daily"           the template for new in the editor
          text-tags = false            no tags of words such as #garden
          editor = "nvim"              if neither VISUAL nor EDITOR is set
          date-order = "day-month"     or "month-day", for 9/11/2026
          first-weekday = "sunday"     the first day of a week
          relative-times = true        in lists on a terminal
          color = "never"              or "auto", "always", also in pipes
          list-format = "..."          the lines of lists on a terminal
          pager = "less -FRX"          if PAGER is not set; "" for none

        Without arguments, every setting is printed with its value and its source. If the file \
        has a mistake, it is named with its line, and the exit status is 65.
        """

    static let completion = """
        The script completes commands, options, files, templates, and the notebooks, tags, ids and \
        machines of your journal. For the last four, a daemon that is running is asked; none is started.

          source <(journal completion bash)       in ~/.bashrc
          journal completion zsh > ~/.zsh/_journal
                                                  in a folder of $fpath
          journal completion fish > ~/.config/fish/completions/journal.fish
        """

    static let daemon = """
        The first command starts the daemon if it is not running, so these commands are rarely \
        needed. install creates user units for systemd, which then starts the daemon on the first \
        connection, independent of any terminal, and stops it when it is idle. The programs have \
        to be installed, because a unit does not run programs in a build folder. After a new \
        version, or if the store was moved, install writes the units again and restarts a running \
        daemon, which keeps its connections.

        With --backup, install also creates a timer that writes a backup into a folder every hour, \
        day or week; uninstall removes it, but no backup. A timer for journal sync is installed, too; \
        see journal help sync.

        EXAMPLES
          journal daemon install
          journal daemon install --backup daily --keep 14
          journal daemon install --backup weekly --backup-folder /media/usb
        """
}
