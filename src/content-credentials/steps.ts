/** What sealing a photo consists of, in order. */
export type SealStep = 'photo read' | 'photo signed' | 'seal stored' | 'seal recorded' | 'seal committed';

/** Told of every step: the tests end the process between any two of them. */
export type WatchSealSteps = (step: SealStep) => void;
