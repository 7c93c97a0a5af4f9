/** What copying a file consists of, in order. */
export type ArchiveStep = 'file opened' | 'file copied' | 'copy recorded';

/** Told of every step: the tests end the process between any two of them. */
export type WatchArchiveSteps = (step: ArchiveStep) => void;
