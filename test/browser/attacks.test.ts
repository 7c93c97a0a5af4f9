import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { KINDS } from '../attacks/attack.ts';
import { browserAttacks, protocolAttacks } from '../attacks/corpus.ts';
import { BROWSER_VISITS } from '../attacks/honest/browser-plan.ts';
import { planVisits } from '../attacks/honest/plan.ts';
import { checksIn, falseAlarmsOf } from '../attacks/outcome.ts';
import { runCorpus } from '../attacks/run.ts';
import type { Findings } from '../attacks/table.ts';
import { PROJECT_ROOT } from '../helpers/process/child-process.ts';

/** One or two that each check is for; `npm run attacks` carries out all. None that a busy machine could carry out too slowly to be noticed. */
const ATTACKS = [
  'gallery-file-with-exif',
  'few-bytes-before-the-end-marker',
  'payload-in-a-valid-color-profile',
  'same-file-in-another-request',
  'mirrored-cropped-and-toned',
  'same-frame-in-all-slots-with-noise',
  'frames-of-another-photo',
  'three-frames-in-a-loop',
  'still-shaken-by-a-program',
  'device-turns-and-picture-stands',
  'virtual-camera',
  'no-report',
  'photo-kept-back',
  'jump-between-continents',
  'elsewhere-than-expected',
  'display-with-moire',
  'one-color',
  'hooks-that-cover-their-tracks',
  'still-picture-as-camera',
  'swapped-video',
];
const BROWSER_VISIT_NAMES = ['dark room'];
/** Every so many of the honest visits: people at their usual pace, slow networks, reloads, and the same thing twice. */
const VISITS = { from: 1, step: 34 };

const chosen = <T>(attacks: Map<string, T>) =>
  new Map([...attacks].filter(([name]) => ATTACKS.includes(name)));

describe('the corpus of attacks', () => {
  it('should say of each attack what it imitates, and have the result of each in the guide', async () => {
    const attacks = [...(await protocolAttacks()), ...(await browserAttacks())].map(([, attack]) => attack);
    const guide = readFileSync(join(PROJECT_ROOT, 'docs/guides/live-proof.md'), 'utf8');
    expect(attacks.length).toBeGreaterThanOrEqual(45);
    expect(attacks.filter(({ imitates }) => !/^[A-Z].*\.$/.test(imitates))).toEqual([]);
    expect(attacks.filter(({ imitates }) => !guide.includes(`| ${imitates.slice(0, -1)} |`))).toEqual([]);
    expect(new Set(attacks.map(({ kind }) => kind))).toEqual(new Set(Object.keys(KINDS)));
  });
});

describe('a part of the corpus', () => {
  let findings: Findings;
  beforeAll(async () => {
    findings = await runCorpus({
      protocol: chosen(await protocolAttacks()),
      browser: chosen(await browserAttacks()),
      visits: planVisits().filter((_, index) => index % VISITS.step === VISITS.from),
      browserVisits: BROWSER_VISITS.filter(({ name }) => BROWSER_VISIT_NAMES.includes(name)),
    });
  }, 300_000);

  it('should have every attack refused, or warned of by a check that it is meant for', () => {
    const { attacks } = findings;
    const unnoticed = attacks.filter(
      ({ attack, result, warnings }) =>
        result !== 'refused' && !checksIn(warnings).some((check) => attack.aims.includes(check)),
    );
    expect(findings.failures).toEqual([]);
    expect(attacks).toHaveLength(ATTACKS.length);
    expect(unnoticed.map(({ name }) => name)).toEqual([]);
  });

  it('should have no honest capture refused or warned of', () => {
    const { honest } = findings;
    expect(honest.length).toBeGreaterThanOrEqual(15);
    expect(honest.filter(({ refused }) => refused !== undefined)).toEqual([]);
    expect(falseAlarmsOf(honest)).toEqual([]);
  });
});
