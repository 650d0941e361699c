#!/bin/sh
# Runs $CHROMIUM, whose profile is in $FOLDER. Once all its processes are gone, however they ended, so is that: Playwright
# removes nothing if it is killed, and what is written after it has.
setsid=$(command -v setsid)
$setsid sh -c 'while kill -0 "-$1"; do sleep 1; done; rm -rf "$2"' sh $$ "$FOLDER" </dev/null >/dev/null 2>&1 3>&- 4>&- &
exec "$CHROMIUM" "$@"
