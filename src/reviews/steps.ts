/** What a decision consists of, in order. */
export type ReviewStep =
  | 'round withdrawn'
  | 'decision recorded'
  | 'link opened'
  | 'decision told'
  | 'decision committed';

/** Told of every step: the tests end the process between any two of them. */
export type WatchReviewSteps = (step: ReviewStep) => void;
