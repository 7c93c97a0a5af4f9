import { readConfig } from '../../../src/config/config.ts';
import { createLog } from '../../../src/platform/log.ts';
import { startServer } from '../../../src/server.ts';

/** The real server, ended without any warning when it gets to KILL_AT_STEP for the KILL_AT_TURN-th time. */
const { KILL_AT_STEP, KILL_AT_TURN, HOUSEKEEPING_MS } = process.env;
let turnsLeft = Number(KILL_AT_TURN);

const config = readConfig(process.env);
function killAt(step: string): void {
  if (step !== KILL_AT_STEP) return;
  turnsLeft -= 1;
  if (turnsLeft === 0) process.kill(process.pid, 'SIGKILL');
}
await startServer(
  config,
  createLog(config.logLevel),
  {
    onCaptureStep: killAt,
    onSealStep: killAt,
    onArchiveStep: killAt,
    onReviewStep: killAt,
    onReminderStep: killAt,
    onSlotImageStep: killAt,
    onTellingStep: killAt,
  },
  HOUSEKEEPING_MS === undefined ? {} : { housekeepingMs: Number(HOUSEKEEPING_MS) },
);
