// Loaded before the server: its clock can be set forward, so that an hour in which a page stays open takes no hour. The
// file holds one number, by how many milliseconds. Everything else of the server is as it is.
import { openSync, readSync } from 'node:fs';

const ahead = new Float64Array(1);
const file = openSync(process.env.MOVABLE_CLOCK_FILE, 'r');
const now = Date.now;
Date.now = () => {
  readSync(file, ahead, 0, ahead.byteLength, 0);
  return now() + ahead[0];
};
