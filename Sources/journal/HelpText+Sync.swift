// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension HelpText {
    static let sync = """
        Every machine has the whole journal and can write at any time, with or without a network. \
        A hub passes the changes on: a folder that Syncthing, Dropbox or Nextcloud copies, a stick, \
        a folder on a machine with ssh, or a PostgreSQL database. It stores sealed objects and \
        learns their number, sizes and times; it cannot read texts, names or dates.

        EXAMPLES
          On the first machine, with a folder on the machine "home":

          journal sync init ssh://home/journal
              New passphrase:
              synchronizing with ssh://home/journal

          On each other machine:

          journal sync join ssh://home/journal
              Passphrase of the space:
              synchronizing with ssh://home/journal

          Then on any of them:

          journal sync status                             is everything in sync?
              in sync with ssh://home/journal as of 14:02:11: 3 machines
          journal sync status --follow                    show each change of it
          journal sync now                                wait until it is
          journal sync machines                           who takes part
          journal sync conflicts                          both texts of conflicts

        If a text was changed on two machines at the same time, the later one stays, and the other \
        is kept among the versions of the entry; lists mark the entry with ≠ until journal sync \
        resolve settles which one stays. A \
        deletion never wins over a text that its author had not seen.

        A daemon that runs exchanges changes by itself. On a machine on which journal is seldom \
        used, a timer of systemd starts journal sync now every 15 minutes, once the units are \
        installed (journal daemon install) and the timer is enabled:

          systemctl --user enable --now journal-sync.timer
        """

    static let syncInit = """
        Makes a space on the hub and puts the journal there. A random key seals everything. The \
        passphrase, which is read twice from the terminal, or once from standard input or a file, \
        encrypts this key on the hub; other machines need the passphrase to join. With --key there \
        is no passphrase: the key is shown once.

        The hub is a folder, a folder on another machine (ssh://HOST/PATH; ssh://HOST/~/PATH below \
        the home directory there), or a database (postgresql://HOST/DATABASE). The other machine \
        needs journal, too, and ssh must not ask for anything, so use a key and an agent.

        EXAMPLES
          journal sync init ~/Sync/journal
          journal sync init ssh://home/journal
          journal sync init --key /media/stick/journal
        """

    static let syncJoin = """
        Merges both journals: all entries and versions remain, and notebooks and tags with the \
        same name become one. Entries then arrive in the background; journal sync now waits for \
        all of them.

        EXAMPLES
          journal sync join ssh://home/journal
          journal sync join --key-file key.txt /media/stick/journal
        """

    static let syncNow = """
        Ends when everything that was on the hub is in the journal, and everything that was in the \
        journal is on the hub. If that takes longer than --timeout (default: 60 seconds), the exit \
        status is 75, and the exchange continues in the background.

        EXAMPLES
          journal sync now && systemctl suspend
        """

    static let syncConflicts = """
        If the text of an entry was changed on two machines before they exchanged their changes, \
        the later text is that of the entry, and the other one is kept. For each of these, the \
        newest first, this prints: the id of the entry and the first line of its text; the id, the \
        time and the first line of the other text; and whether the entry is in the trash, with \
        which both would be deleted. journal history shows both in full.

        EXAMPLES
          journal sync conflicts
              1f0c2a9e  Spring  8b21c7d0  2026-10-31 08:00  Autumn
          journal sync resolve 1f0c              the text of the entry stays
          journal sync resolve 1f0c --use 8b21   the other text takes its place
        """

    static let syncResolve = """
        Without --use, the text of the entry stays as it is: edit it first if it is to have \
        something of the other text. With --use, the other text takes its place. In both cases all \
        texts stay among the versions of the entry, and the conflict is settled on all machines. An \
        entry in the trash stays there; journal undo restores the text, not the conflict.

        EXAMPLES
          journal sync resolve 1f0c
          journal sync resolve 1f0c --use 8b21
        """

    static let syncMove = """
        Puts the log of this machine on the other hub and continues there. Run the same command on \
        each other machine; until then, it stays with the former hub, whose content remains.

        EXAMPLES
          journal sync move ssh://server/journal
        """

    static let syncKey = """
        Prints the key, with which another machine can join without the passphrase. With --new, \
        the key is replaced: each other machine stops until it joins again. To exclude a machine \
        that was lost, withdraw its access to the hub, replace the key, and remove the machine; \
        what it has read already stays readable there.

        EXAMPLES
          journal sync key
          journal sync key --new --passphrase-file new.txt

          After the laptop was lost:

          journal sync key --new
          journal sync remove laptop
        """

    static let syncServe = """
        Other machines start this command with ssh, for hubs such as ssh://HOST/PATH. It runs the \
        program swiftdata-hub. To let a key of ssh do nothing else, begin its line in \
        authorized_keys with: restrict,command="journal sync serve PATH"

        EXAMPLES
          journal sync serve ~/journal-hub
        """
}
