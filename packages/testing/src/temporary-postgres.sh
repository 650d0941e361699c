# Runs a PostgreSQL server in the new folder $FOLDER until standard input ends, which it does with the process that
# started this one, however that ends. Then the folder is removed. The arguments are those of initdb.
set -e
# After a signal to all of a terminal or service too, the end of standard input is what counts.
trap '' HUP INT TERM
trap 'rm -rf "$FOLDER"' EXIT
mkdir -m 711 "$FOLDER"
bin=$INSTALLED
if [ -z "$bin" ]; then
  # A copy: the user that PostgreSQL runs as may not be able to read the package, and it lacks its symbolic links.
  bin=$FOLDER/native/bin
  cp -R "$PACKAGED" "$FOLDER/native"
  chmod -R a+rX "$FOLDER/native"
  chmod a+x "$bin"/*
  sed 's/},{/\n/g' "$PACKAGED/pg-symlinks.json" | sed -n 's|.*"source":"native/\([^"]*\)","target":"native/\([^"]*\)".*|\1 \2|p' |
    while read -r source target; do ln -sf "$(basename "$source")" "$FOLDER/native/$target"; done
fi
data=$FOLDER/data
mkdir "$data"
if [ -n "$AS" ]; then chown "$OWNER" "$data"; fi
$AS "$bin/initdb" -D "$data" "$@" >&2
$AS "$bin/postgres" -D "$data" -k "$data" $OPTIONS >&2 &
server=$!
# In the background standard input is /dev/null, but for a copy of it.
exec 3<&0
# A server that has only just begun ignores the signal.
{ read -r _ <&3 || while kill -QUIT "$server" 2>/dev/null; do sleep 0.1; done; } &
reader=$!
wait "$server" || :
kill -KILL "$reader" 2>/dev/null || :
