# Programs that a suite leaves running would hold its ports, and keep its runner waiting for their output. Sourced by tests/run.

# left_running MARK: "PID COMMAND" of each program that has MARK in its environment, as everything has that a suite started
# with MARK has started. Linux only: elsewhere it finds nothing.
left_running() {
  local file pid
  for file in $(grep -lsF "RESHARD_SUITE=$1" /proc/[0-9]*/environ); do
    pid=${file//[!0-9]/}
    [ "$pid" = "$BASHPID" ] || [ ! -r "/proc/$pid/cmdline" ] || printf '%s %s\n' "$pid" "$(tr '\0' ' ' <"/proc/$pid/cmdline" | cut -c1-200)"
  done
}

# end_left_running MARK: ends them, waits until they are gone, and says which they were.
end_left_running() {
  local left
  # A program that has been told to end may need a moment.
  for _ in 1 2 3 4 5; do
    left=$(left_running "$1")
    [ -n "$left" ] || return 0
    sleep 1
  done
  printf '%s\n' "$left"
  cut -d' ' -f1 <<<"$left" | xargs kill -9 2>/dev/null || true
  for _ in 1 2 3 4 5; do
    [ -n "$(left_running "$1")" ] || return 0
    sleep 0.2
  done
}
