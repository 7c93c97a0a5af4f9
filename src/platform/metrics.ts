/** How something ended: as it should, refused for the caller's reasons, or failed for ours. */
export type Ending = 'done' | 'refused' | 'failed';

/** `refused`: this file alone; `failed`: the archive as a whole; `unreadable`: what was to be copied, in our own storage. */
export type ArchiveEnding = 'done' | 'refused' | 'failed' | 'unreadable';

/** What features tell of themselves. Whoever gets none of it measures nothing, at no cost. */
export interface Metrics {
  /** `repeated`: an earlier attempt had already got through. */
  uploaded(ending: Ending | 'repeated', seconds: number, bytes: number): void;
  /** A part of an accepted photo that no known browser writes; see the policy on what is refused. */
  unfamiliarPart(part: string): void;
  submitted(ending: Ending): void;
  /** A photo was taken out of its request, because it is damaged or its file is lost. */
  photoSetAside(): void;
  /** A photo has to be taken again, because this check warned of it. */
  photoRefused(check: string): void;
  /**
   * An attempt to seal a photo. `without_time_stamp`: it was sealed, but the authority could not be reached for long.
   * `given_up`: the photo cannot be sealed.
   */
  sealed(ending: 'done' | 'without_time_stamp' | 'failed' | 'given_up', seconds: number): void;
  /** An attempt to copy a file to an archive. */
  copiedToArchive(ending: ArchiveEnding, seconds: number): void;
  /** So many files are not tried any more. */
  archiveGaveUp(files: number): void;
  /** One run of a periodic task. `paused`: the clock may be wrong. */
  swept(task: string, ending: 'done' | 'failed' | 'paused', seconds: number): void;
  /** Refused before any work: its room or address is full, or memory is short. */
  callRefused(surface: string, reason: 'room' | 'address' | 'memory'): void;
  /** Cut off because the client sent or read too slowly, or kept a full room waiting. */
  callCut(surface: string, reason: 'slow' | 'displaced'): void;
  /** Closed to make room for another: unused, or the slowest where all were in use. */
  connectionClosed(): void;
  /** Another page watches, or one less. */
  liveStreams(change: 1 | -1): void;
}
