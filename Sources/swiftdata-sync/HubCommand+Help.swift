// SPDX-License-Identifier: Apache-2.0
// Copyright the journal project authors

extension HubCommand {
    /// The arguments, which are printed in the place of wrong ones.
    static let usage = """
        \(commands)

        \(words)
        """

    /// The help, of which `contrib/man-pages` makes the manual page: a summary, the commands, and
    /// sections with headings in capitals.
    static let help = """
        Make and join the hubs through which programs synchronize.

        \(commands)

        A program with SwiftDataCloud exchanges the models of its store with the
        user's other devices through a hub: a place that stores sealed objects, which
        only devices with its key can read. One device makes the hub, and the others
        join it with the key that init printed. A program uses the hub when it starts
        again.

        \(words)

        A folder may be one of Syncthing or Nextcloud, on a USB stick or on a network
        drive; its address may differ on each device. For ssh and PostgreSQL the
        program swiftdata-hub is needed, in the folder of the program that
        synchronizes or on PATH, and for ssh also journal on the other machine.

        EXAMPLES
          swiftdata-sync init iCloud.org.example.trips /media/stick/trips
          swiftdata-sync join iCloud.org.example.trips /run/media/stick/trips

        FILES
        The list has a line for each hub: its name, its address, and the path of the
        file with its key. The key is NAME.key in the folder of the list, which only
        the user can read; remove keeps that file.

        ENVIRONMENT
          XDG_CONFIG_HOME        the folder that has swiftdata/hubs
          SWIFTDATA_HUB_PROGRAM  the path of swiftdata-hub

        EXIT STATUS
        0 after a success, 1 after a failure, 64 for wrong arguments.
        """

    private static let commands = """
        usage: swiftdata-sync init NAME ADDRESS   make a hub, and print its key
               swiftdata-sync join NAME ADDRESS   use the hub of another device; reads its key
               swiftdata-sync key NAME            print the key of a hub, for another device
               swiftdata-sync list                print the names of the hubs
               swiftdata-sync remove NAME         remove a hub from the list
        """

    private static let words = """
        NAME is the one in the cloudKitDatabase of a program, or the name of the program.
        ADDRESS is the path of a folder, ssh://HOST/PATH, or postgresql://HOST/DATABASE.
        The list is $XDG_CONFIG_HOME/swiftdata/hubs, by default in ~/.config.
        """
}
