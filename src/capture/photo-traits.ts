import { hash } from 'node:crypto';
import { followingOf } from '../photos/evidence/following.ts';
import { type ReportedAnswer, readReport } from '../photos/evidence/report.ts';
import type { AnsweredChallenge, PhotoTraits } from '../photos/evidence/traits.ts';
import type { Owner } from '../platform/db/tables.ts';
import type { CaptureSession } from './capture-session.ts';
import type { Challenges } from './challenges.ts';
import type { ReceivedFile } from './receive-file.ts';

/** What is kept of an upload, beside its photo, until the checks judge by it. */
export function traitsOfUpload(
  session: CaptureSession,
  upload: { slotIndex: number; capturedAt: number; userAgent: string },
  { file, challenges, now }: { file: ReceivedFile; challenges: Challenges; now: number },
): { traits: PhotoTraits; device: string | null } {
  const { answer, sent, device } = file.report === undefined ? {} : readReport(file.report.text);
  const known: PhotoTraits = {
    sessionOpenedAt: session.openedAt,
    firstOpenedAt: session.takingWindows[0]?.[0] ?? session.openedAt,
    claimedAt: upload.capturedAt,
    userAgent: upload.userAgent,
    encoder: file.facts.encoder,
    ...(file.facts.unfamiliar.length > 0 && { unfamiliar: file.facts.unfamiliar }),
    ...(file.report !== undefined && (sent === undefined ? { report: 'unreadable' } : { sent })),
    ...(answer !== undefined && {
      challenge: judgedAnswer(challenges.read(session, upload.slotIndex, answer.token), answer, {
        // It came before the photo, which may have taken long.
        answeredAt: now - (file.report?.age ?? 0),
      }),
    }),
  };
  return { traits: known, device: device === undefined ? null : deviceOf(session.owner, device) };
}

/** Tells nothing to another workspace: what the browser keeps is not stored. */
function deviceOf({ workspaceId }: Owner, kept: string): string {
  return hash('sha256', `${workspaceId} ${kept}`, 'hex').slice(0, 32);
}

function judgedAnswer(
  issued: ReturnType<Challenges['read']>,
  { frames }: ReportedAnswer,
  { answeredAt }: { answeredAt: number },
): AnsweredChallenge | 'forged' {
  if (issued === undefined) return 'forged';
  return { ...issued, answeredAt, ...followingOf(issued.challenge, frames) };
}
