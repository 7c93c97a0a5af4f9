import { prepareLoad } from '../capture/load.ts';
import { benchUploads, type UploadMeasurement } from '../capture/uploads.ts';
import type { Findings, Setting } from '../group.ts';
import type { Effort } from '../measure.ts';
import { type Option, readOptions, someOf, wholeNumber } from '../options.ts';
import { type Comparison, formatComparisons } from './comparison.ts';
import { installPeers, PEERS } from './packages.ts';
import { benchRequests } from './requests.ts';

const CROWDS = [1, 8];
const FOLDER: Option<string> = { default: '', read: (_name, text) => text };

/** The service beside what else one could take. */
export async function runPeersBenchmark(args: string[], setting: Setting): Promise<Findings> {
  const options = readOptions(args, {
    only: someOf(['requests', 'uploads']),
    rounds: wholeNumber(10),
    seconds: wholeNumber(1),
    folder: FOLDER,
  });
  setting.say(
    `Beside ${Object.entries(PEERS)
      .map((peer) => peer.join(' '))
      .join(', ')}`,
  );
  const peers = installPeers(options.folder);
  const comparisons: Comparison[] = [];
  if (options.only.includes('requests'))
    comparisons.push(...(await benchRequests(options, peers, setting.folder)));
  if (options.only.includes('uploads')) comparisons.push(...(await compareUploads(options, peers, setting)));
  return { options, text: formatComparisons(comparisons), bars: [], curves: [], details: { comparisons } };
}

async function compareUploads(
  options: Effort,
  peers: string,
  { folder, say }: Setting,
): Promise<Comparison[]> {
  const { photo, load } = await prepareLoad(folder, say);
  const tus = { name: 'tus', args: ['bench/peers/tus-process.ts', peers], isTus: true };
  const comparisons: Comparison[] = [];
  for (const concurrent of CROWDS) {
    const { uploads, ceiling } = await benchUploads({ options, folder, photo, load }, concurrent, tus);
    comparisons.push(
      { what: 'upload a photo', peer: tus.name, ours: uploads, theirs: ceiling },
      {
        what: 'the same, with its thumbnail',
        peer: tus.name,
        ours: withThumbnails(uploads),
        theirs: ceiling,
      },
    );
  }
  load.stop();
  return comparisons;
}

/** The rate that can be kept up: the service may respond before it has looked at the photo. */
function withThumbnails(uploads: UploadMeasurement): UploadMeasurement {
  const samples = uploads.samples.map((sample) => ({ ...sample, perSecond: sample.settledPerSecond }));
  return { ...uploads, samples };
}
