# SPDX-License-Identifier: Apache-2.0
# Copyright the journal project authors
#
# Sourced by contrib/hub-check/run, contrib/sync-check/run and contrib/benchmarks/sync/run, after
# contrib/setup.bash: starts private servers of PostgreSQL and ssh.
#
# The caller sets `folder`, a temporary folder in which other users can read, and may set
# `server_address`, at which the servers listen. Servers end with `stop_servers`.

server_address=${server_address-127.0.0.1}
servers=()
# The command before those that root must not execute.
as_user=()

stop_servers() {
    local server
    # The signals of a shutdown that does not wait for clients, the last server first.
    for ((server = ${#servers[@]} - 1; server > 0; server--)); do
        kill -TERM "${servers[server]}" 2>/dev/null || :
    done
    kill -INT "${servers[@]:0:1}" 2>/dev/null || :
    for server in "${servers[@]}"; do wait "$server" 2>/dev/null || :; done
}

# Chooses the user of the servers: PostgreSQL refuses to run as root.
choose_user() {
    ((EUID == 0)) || return 0
    if read -r _ _ count </proc/self/uid_map && ((count == 1)); then
        # A namespace in which this user is called root; there is no other one.
        as_user=(unshare --user --map-user=1000 --map-group=1000 --)
        return
    fi
    id postgres >/dev/null 2>&1 || require_packages postgresql
    as_user=(setpriv --reuid postgres --regid postgres --init-groups --)
    chown postgres "$folder"
}

# Runs a command until it succeeds, for ten seconds.
await() {
    local attempt
    for attempt in {1..100}; do
        if "$@" >/dev/null 2>&1; then return; fi
        sleep 0.1
    done
    die "$* failed; see the output above"
}

# Starts PostgreSQL, which listens on a socket in the folder, and at the address that the first
# argument names, with the options that follow it. `postgresql` executes statements there.
start_postgresql() {
    local programs address=${1-}
    programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    [[ -x $programs/initdb ]] || require_packages postgresql
    programs=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
    (
        cd "$folder"
        "${as_user[@]}" "$programs/initdb" --pgdata "$folder/data" --username journal \
            --auth trust --encoding UTF8 --locale C.UTF-8 --no-sync >"$folder/postgresql.log"
    )
    [[ ! $address ]] || echo "host all all 0.0.0.0/0 trust" >>"$folder/data/pg_hba.conf"
    # The processes of the server end with it.
    (
        cd "$folder"
        exec "${as_user[@]}" "$programs/postgres" -D "$folder/data" -k "$folder" -h "$address" \
            -c max_connections=200 "${@:2}" >>"$folder/postgresql.log" 2>&1
    ) &
    servers+=($!)
    await postgresql postgres -c ''
}

postgresql() { psql -X -q "host=$folder user=journal dbname=$1" "${@:2}"; }

start_pgbouncer() {
    local pgbouncer=$1
    cat >"$folder/pgbouncer.ini" <<END
[databases]
postgres = host=$folder user=journal
[pgbouncer]
listen_addr =
listen_port = 6432
unix_socket_dir = $folder
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
END
    "${as_user[@]}" "$pgbouncer" "$folder/pgbouncer.ini" >"$folder/pgbouncer.log" 2>&1 &
    servers+=($!)
    await psql "host=$folder port=6432 user=journal dbname=postgres" -c ''
}

# Starts a server of ssh, in whose sessions PATH begins with a folder.
#
# Sets `ssh_login`, as an address of a hub has it, `ssh_port`, and `ssh_program`, a client with the
# key.
start_ssh() {
    local sshd=$1 path=$2 keys=$folder/ssh user
    ssh_port=$((20000 + RANDOM % 20000))
    mkdir -m 755 "$keys"
    ssh-keygen -q -t ed25519 -N '' -f "$keys/host"
    ssh-keygen -q -t ed25519 -N '' -f "$keys/user"
    cat >"$keys/sshd_config" <<END
ListenAddress $server_address
Port $ssh_port
HostKey $keys/host
AuthorizedKeysFile $keys/user.pub
PidFile none
StrictModes no
UsePAM no
MaxStartups 200
PasswordAuthentication no
SetEnv PATH=$path:/usr/bin:/bin
END
    cat >"$keys/ssh" <<END
#!/bin/sh
exec $(command -v ssh) -F none -i $keys/user -o IdentitiesOnly=yes \
    -o UserKnownHostsFile=$keys/known -o StrictHostKeyChecking=accept-new "\$@"
END
    chmod 755 "$keys/ssh"
    # A server of a user accepts logins of this user alone.
    [[ ${as_user[0]-} != setpriv ]] || chown -R postgres "$keys"
    "${as_user[@]}" "$sshd" -D -f "$keys/sshd_config" -E "$folder/sshd.log" &
    servers+=($!)
    user=$("${as_user[@]}" id -un)
    ssh_program=$keys/ssh
    ssh_login=$user@$server_address:$ssh_port
    await "$ssh_program" -p "$ssh_port" "$user@$server_address" true
}
