/** Many calls that wait for a connection while the disk is busy are late, and not refused. */
export const PATIENT = {
  connectMs: 60_000,
  statementMs: 60_000,
  answerMs: 65_000,
  suspiciousMs: 60_000,
  probeMs: 60_000,
};
