// Comes before everything else and is read by any Node: an older one would fail in some later file, in words that help
// no one. Plain JavaScript for that reason, and without imports.
const OLDEST_NODE = 24;
/** EX_CONFIG: the systemd unit does not start again what can only end the same way. */
const WRONG_NODE = 78;

if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
  process.stderr.write(
    `Shutterpost needs Node ${OLDEST_NODE} or newer, but ${process.execPath} is Node ${process.versions.node}.\n` +
      'Install a current one: https://nodejs.org/en/download (see docs/guides/operating.md for Debian).\n' +
      'To try Shutterpost in a clone, "npm start" downloads one automatically.\n',
  );
  process.exit(WRONG_NODE);
}
