#!/usr/bin/env bash
# What docket replaces, as small as such a hook gets: two fields by jq, one state file, one line of audit.
set -eu
input=$(cat)
tool=$(jq -r '.tool_name // empty' <<<"$input")
path=$(jq -r '.tool_input.file_path // empty' <<<"$input")
status=$(cat "$CLAUDE_PROJECT_DIR/.test-status" 2>/dev/null || echo 'pass|0|0')
printf '%s %s %s\n' "$tool" "$path" "${status%%|*}" >>"$CLAUDE_PROJECT_DIR/.audit-log"
