# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
"""Runs two instances of Syncthing that keep PLACE/folder-a and PLACE/folder-b equal.

usage: syncthing.py PLACE

They find each other on the loopback device and use no other network. Prints a line when both
listen, and ends with SIGTERM.
"""

import os
import re
import signal
import socket
import subprocess
import sys
import time
import xml.etree.ElementTree as tree

OPTIONS = {
    "globalAnnounceEnabled": "false",
    "localAnnounceEnabled": "false",
    "relaysEnabled": "false",
    "natEnabled": "false",
    "urAccepted": "-1",
    "crashReportingEnabled": "false",
    "startBrowser": "false",
    "reconnectionIntervalS": "1",
}


def free_port():
    """Returns a port of the loopback device that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def generate(place, name):
    """Makes keys and a configuration; returns the identifier of the device."""
    home = f"{place}/syncthing-{name}"
    command = ["syncthing", "generate", f"--home={home}", "--no-default-folder"]
    subprocess.run(command, check=True, stdout=sys.stderr)
    with open(home + "/config.xml", encoding="utf-8") as file:
        return re.search('<device id="([^"]+)"', file.read()).group(1)


def configure(place, name, other, devices):
    """Writes the configuration of an instance: a folder that it shares with the other one."""
    path = f"{place}/syncthing-{name}/config.xml"
    document = tree.parse(path)
    root = document.getroot()
    for old in root.findall("folder") + root.findall("device"):
        root.remove(old)
    folder = tree.SubElement(
        root,
        "folder",
        id="journal",
        path=f"{place}/folder-{name}",
        type="sendreceive",
        fsWatcherEnabled="true",
        fsWatcherDelayS="1",
        rescanIntervalS="5",
    )
    tree.SubElement(folder, "minDiskFree", unit="").text = "0"
    for identity, port in [devices[name], devices[other]]:
        tree.SubElement(folder, "device", id=identity)
        device = tree.SubElement(root, "device", id=identity)
        tree.SubElement(device, "address").text = f"tcp://127.0.0.1:{port}"
    options = root.find("options")
    for option in [*OPTIONS, "listenAddress"]:
        for old in options.findall(option):
            options.remove(old)
    for option, value in OPTIONS.items():
        tree.SubElement(options, option).text = value
    tree.SubElement(options, "listenAddress").text = f"tcp://127.0.0.1:{devices[name][1]}"
    document.write(path)


def await_port(port):
    """Waits until something listens on a port, for half a minute."""
    end = time.monotonic() + 30
    while time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise TimeoutError(f"nothing listens on port {port}")


def main(place):
    """Runs both instances until one ends; returns the exit status."""
    names = ["a", "b"]
    devices = {name: (generate(place, name), free_port()) for name in names}
    for name, other in [("a", "b"), ("b", "a")]:
        os.makedirs(f"{place}/folder-{name}/hub", exist_ok=True)
        configure(place, name, other, devices)
    environment = dict(os.environ, STNODEFAULTFOLDER="1", STNOUPGRADE="1", GOMAXPROCS="1")
    processes = [
        subprocess.Popen(
            ["syncthing", "serve", f"--home={place}/syncthing-{name}", "--no-browser",
             "--no-restart", f"--gui-address=127.0.0.1:{free_port()}"],
            stdout=sys.stderr, env=environment,
        )
        for name in names
    ]

    def end(*_):
        for process in processes:
            process.terminate()

    signal.signal(signal.SIGTERM, end)
    for _, port in devices.values():
        await_port(port)
    print("ready", flush=True)
    return max(process.wait() for process in processes)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
