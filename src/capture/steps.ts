/** What an upload and a submission consist of, in order. */
export type CaptureStep =
  | 'photo received'
  | 'photo stored'
  | 'photo checked'
  | 'thumbnail stored'
  | 'photo recorded'
  | 'upload committed'
  | 'request closed'
  | 'quota taken'
  | 'event written'
  | 'submission committed';

/** Told of every step: the tests end the process between any two of them. */
export type WatchSteps = (step: CaptureStep) => void;
