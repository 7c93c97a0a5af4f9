import type { PhotoRow } from '../../platform/db/tables.ts';
import { checkCamera } from './checks/camera.ts';
import { checkChallenge } from './checks/challenge.ts';
import { checkClock } from './checks/clock.ts';
import { checkContent } from './checks/content.ts';
import { checkDuplicate } from './checks/duplicate.ts';
import { checkFile } from './checks/file.ts';
import { checkMotion } from './checks/motion.ts';
import { checkPage } from './checks/page.ts';
import { checkPlace, LONGEST_TRIP_MS } from './checks/place.ts';
import { checkScreen } from './checks/screen.ts';
import { checkStream } from './checks/stream.ts';
import type { ExpectedLocation } from './expected-location.ts';
import { CHECKS, type CheckName, type Finding, type Outcome, unknown } from './finding.ts';
import type { SimilarityRepository } from './similarity-repository.ts';
import { type PhotoTraits, reportOf, traitsOf } from './traits.ts';

export interface SubmittedTogether {
  photos: PhotoRow[];
  expectedLocation: ExpectedLocation | null;
  /** Whether the photo of a slot was to be taken with a challenge. */
  isChallenged(slot: number): boolean;
}

interface Case extends SubmittedTogether {
  photo: PhotoRow;
  traits: PhotoTraits | undefined;
}

export type Judge = ReturnType<typeof createJudge>;

/** Says of each photo what speaks for it and what against, when it is about to be submitted. */
export function createJudge({ similar }: { similar: SimilarityRepository }) {
  const judges: Record<CheckName, (about: Case) => Outcome | Promise<Outcome>> = {
    duplicate: ({ photo, traits }) => checkDuplicate(photo, traits?.look, similar),
    stream: ({ photo, photos, traits }) => {
      const others = photos
        .filter(({ id }) => id !== photo.id)
        .map((other) => reportOf(traitsOf(other))?.frames);
      return checkStream(reportOf(traits)?.frames, {
        hash: photo.hash,
        others: others.filter((frames) => frames !== undefined),
      });
    },
    camera: ({ photo, traits }) => checkCamera(reportOf(traits)?.camera, photo),
    page: ({ photo, traits }) => checkPage(photo, traits),
    clock: ({ photo, traits }) => checkClock(photo, traits),
    place: async ({ photo, photos, expectedLocation }) =>
      checkPlace(photo, { others: [...photos, ...(await otherwhere(photo))], expected: expectedLocation }),
    motion: ({ traits }) => checkMotion(reportOf(traits)),
    screen: ({ traits }) => checkScreen(traits?.look, reportOf(traits)?.frames),
    content: ({ traits }) => checkContent(traits?.look),
    file: ({ traits }) => checkFile(traits),
    challenge: ({ photo, traits, isChallenged }) =>
      checkChallenge(traits, { isDemanded: isChallenged(photo.slot_index) }),
  };

  /** Photos of the same device, in any request. */
  async function otherwhere(photo: PhotoRow): Promise<PhotoRow[]> {
    const { device, latitude, captured_at } = photo;
    if (device === null || latitude === null) return [];
    const owner = { workspaceId: photo.workspace_id, environment: photo.environment };
    return similar.ofDevice(owner, device, {
      from: captured_at - LONGEST_TRIP_MS,
      to: captured_at + LONGEST_TRIP_MS,
    });
  }

  async function findingsFor(about: Case): Promise<Finding[]> {
    const findings: Finding[] = [];
    // One after the other: a submission of many photos must not keep others from the database.
    for (const check of CHECKS) findings.push({ check, ...(await judges[check](about)) });
    return findings;
  }

  return async (together: SubmittedTogether): Promise<Map<string, Finding[]>> => {
    const found = new Map<string, Finding[]>();
    for (const photo of together.photos) {
      found.set(photo.id, await findingsFor({ ...together, photo, traits: traitsOf(photo) }));
    }
    return found;
  };
}

/** A sample photo was never in front of a camera, and says so. */
export function sampleFindings(): Finding[] {
  return CHECKS.map((check) => ({ check, ...unknown('This is a sample photo.') }));
}

export function hasWarning(findings: Finding[]): boolean {
  return findings.some(({ result }) => result === 'warn');
}
