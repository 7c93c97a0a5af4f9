import type { EncoderTraits } from '../../jpeg-encoder.ts';
import { type Outcome, pass, unknown, warn } from '../finding.ts';
import type { PhotoTraits } from '../traits.ts';

/** What the page asks the canvas for, one after the other until the photo is small enough (web/capture/camera/shoot.ts). */
const QUALITIES: readonly (number | null)[] = [90, 80, 70, 50];

interface CanvasEncoder {
  name: string;
  isMeant(userAgent: string): boolean;
  writes(encoder: EncoderTraits): boolean;
}

/** From here on Firefox keeps all colors. */
const FINE_IN_FIREFOX = 90;

/** Measured with these browsers (Chromium 156, Firefox 153). On iOS all of them are WebKit, whatever they call themselves. */
const KNOWN: CanvasEncoder[] = [
  {
    name: 'Chromium',
    isMeant: (agent) => /\bChrom(e|ium)\/\d/.test(agent),
    writes: ({ sampling, codes }) => sampling === '4:2:0' && codes === 'computed',
  },
  {
    name: 'Firefox',
    isMeant: (agent) => /\bFirefox\/\d/.test(agent),
    writes: ({ codes, sampling, quality }) =>
      codes === 'standard' && sampling === ((quality ?? 0) >= FINE_IN_FIREFOX ? '4:4:4' : '4:2:0'),
  },
];

/** Whether the file is what this browser's canvas writes when our page asks for a photo. */
export function checkFile(traits: PhotoTraits | undefined): Outcome {
  if (traits === undefined) return unknown('How the file was encoded was not kept.');
  const { encoder, userAgent } = traits;
  const { quality, sampling, codes, extras } = encoder;
  const figures = {
    ...(quality === null ? {} : { quality }),
    ...{ sampling, codes, segments: extras.join(' ') },
  };
  if (traits.unfamiliar !== undefined)
    return warn('The file has parts that no known browser writes.', {
      ...figures,
      unfamiliar: traits.unfamiliar.join(' '),
    });
  const known = KNOWN.find(({ isMeant }) => isMeant(userAgent));
  if (known === undefined)
    return unknown('What this browser writes is not known well enough to compare.', figures);
  return QUALITIES.includes(quality) && known.writes(encoder)
    ? pass(`The file is what ${known.name} writes for the camera page.`, figures)
    : warn(`The file is not what ${known.name} writes for the camera page.`, figures);
}
