// Three settings files as people have them, each formatted in its own way.

/** A committed file with one hook. */
export const MINIMAL = `{
  "hooks": {
    "Stop": [
      {
        "hooks": [
          { "type": "command", "command": "say done" }
        ]
      }
    ]
  }
}
`;

/** Tabs, CRLF, comments, a trailing comma, no newline at the end, many events. */
export const COMMENTED = [
  '// settings of the team',
  '{',
  '\t"model": "opus", // the big one',
  '\t"env": { "CI": "1" },',
  '\t"hooks": {',
  '\t\t/* before a tool */',
  '\t\t"PreToolUse": [',
  '\t\t\t{',
  '\t\t\t\t"matcher": "Bash",',
  '\t\t\t\t"hooks": [',
  '\t\t\t\t\t{ "type": "command", "command": "./guard.sh", "timeout": 3 }, // first',
  '\t\t\t\t\t{ "type": "prompt", "prompt": "Is this safe? $ARGUMENTS" }',
  '\t\t\t\t]',
  '\t\t\t},',
  '\t\t\t{ "matcher": "Write|Edit", "hooks": [{ "type": "command", "command": "./format.sh" }] },',
  '\t\t],',
  '\t\t"PostToolUse": [{ "hooks": [{ "type": "http", "url": "http://localhost:9/h" }] }],',
  '\t\t"SessionStart": [{ "matcher": "startup|clear|compact", "hooks": [{ "type": "command", "command": "./hello.sh" }] }],',
  '\t\t"Notification": [],',
  '\t\t"MessageDisplay": [{ "hooks": [{ "type": "command", "command": "./show.sh" }] }]',
  '\t\t// nothing on Stop',
  '\t}, // end of hooks',
  '\t"statusLine": { "type": "command", "command": "./line.sh" }',
  '}',
].join('\r\n');

/** A personal file: four spaces, permissions, no hooks, an odd order. */
export const PERSONAL = `{
    "permissions": {
        "allow": ["Bash(npm test:*)", "mcp__shop__price"],
        "deny":  [ "Read(./.env)" ],
        "defaultMode": "acceptEdits"
    },
    "env":{"TOKEN":"not-a-real-token"},
    "enabledMcpjsonServers": []
}`;

export const SAMPLES = { MINIMAL, COMMENTED, PERSONAL };
