#!/bin/sh
# Runs a command and shows that it is at work: a dot every few seconds.
"$@" &
work=$!
trap 'kill "$work" 2> /dev/null; exit 130' INT TERM
seconds=0
while kill -0 "$work" 2> /dev/null; do
  sleep 1
  seconds=$((seconds + 1))
  [ $((seconds % ${EVERY:-5})) -ne 0 ] || printf .
done
[ "$seconds" -lt "${EVERY:-5}" ] || echo
wait "$work"
