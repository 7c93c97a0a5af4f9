// In JavaScript and linked, as src/main.js: one that is killed keeps no compiled code for the next one.
import { load } from '../../../src/linked.js';
import LONG_TIME_LIMITS from '../database/long-time-limits.json' with { type: 'json' };

/** The real server, ended without any warning when it gets to KILL_AT_STEP for the KILL_AT_OCCURRENCE-th time. */
const { KILL_AT_STEP, KILL_AT_OCCURRENCE, HOUSEKEEPING_MS } = process.env;
let occurrencesLeft = Number(KILL_AT_OCCURRENCE);

/** @param {string} step */
function killAt(step) {
  if (step !== KILL_AT_STEP) return;
  occurrencesLeft -= 1;
  if (occurrencesLeft === 0) process.kill(process.pid, 'SIGKILL');
}

const { runServer } = await load('src/server.ts');
await runServer(
  process.env,
  [],
  {
    onCaptureStep: killAt,
    onSealStep: killAt,
    onArchiveStep: killAt,
    onReviewStep: killAt,
    onReminderStep: killAt,
    onSlotImageStep: killAt,
    onTellingStep: killAt,
  },
  {
    databaseLimits: LONG_TIME_LIMITS,
    ...(HOUSEKEEPING_MS === undefined ? {} : { housekeepingMs: Number(HOUSEKEEPING_MS) }),
  },
);
