import { test } from 'vitest';
import { PHONE, startDashboard, WIDE } from '../helpers/dashboard-requests-site.ts';

const stage = startDashboard();
const OUT = '/tmp/shots-r';
const only = process.env.ONLY ?? '';

test('look', async () => {
  const owner = await stage.createOwner();
  const me = await stage.enter(owner, { expected: /.*/ });
  const slots = [
    { instructions: 'The whole car from the front', is_required: true },
    { instructions: 'The damage from close by', is_required: true },
    { instructions: 'The number plate', is_required: true },
    { instructions: 'The other car, if there is one', is_required: false },
  ];
  const ids: string[] = [];
  for (const [i, text] of [
    'Please photograph the damage to your car, so that we can settle your claim quickly.',
    'Water damage in the kitchen',
    'Handover of flat 3B: every room, please',
    'Return of the drill',
    'Meter readings',
  ].entries()) {
    const r = await me.call<{ id: string }>('POST', 'photo-requests?environment=test', {
      instructions: text,
      ...(i === 0 || i === 2 ? { photo_slots: slots } : {}),
      external_id: i % 2 ? undefined : `claim-47${i}1`,
      recipient_email: i % 3 ? 'anna.schmidt@example.com' : undefined,
      metadata: { branch: 'Hamburg' },
    });
    ids.push(r.id);
  }
  await me.call('POST', `photo-requests/${ids[0]}/simulate?environment=test`);
  await me.call('POST', `photo-requests/${ids[1]}/simulate?environment=test`);
  await me.call('POST', `photo-requests/${ids[3]}/cancel?environment=test`);
  const link = await me.call<{ id: string; slug: string }>('POST', 'permanent-links?environment=test', {
    name: 'Returns desk',
    instructions: 'Photograph the parcel and its label, so that we can book your return.',
    photo_slots: slots.slice(0, 2),
    max_submissions: 500,
  });
  await me.call('POST', 'permanent-links?environment=test', { name: 'Gate 4', is_active: false });
  const links = [link];
  const shots: [string, string, ((page: typeof me.page) => Promise<void>)?][] = [
    ['list', 'test/photo-requests'],
    ['empty', 'live/photo-requests'],
    [
      'create',
      'test/photo-requests/new',
      async (page) => {
        await page.getByTestId('instructions').fill('Please photograph the damage to your car.');
        for (const s of slots.slice(0, 3)) {
          await page.getByTestId('add-slot').click();
          await page.getByTestId('slot-text').last().fill(s.instructions);
        }
      },
    ],
    ['detail', `test/photo-requests/${ids[0]}`],
    ['open', `test/photo-requests/${ids[2]}`],
    [
      'lightbox',
      `test/photo-requests/${ids[0]}`,
      async (page) => {
        await page.getByTestId('photo').first().click();
        await page.waitForTimeout(900);
      },
    ],
    ['links', 'test/permanent-links'],
    ['linkedit', `test/permanent-links/${links[0]?.id}/edit`],
    ['link', `test/permanent-links/${links[0]?.id}`],
    ['poster', `test/permanent-links/${links[0]?.id}/poster`],
  ];
  for (const colorScheme of ['light', 'dark'] as const)
    for (const viewport of [WIDE, PHONE]) {
      const v = await stage.enter(owner, {
        viewport,
        colorScheme,
        expected: /.*/,
        ...(viewport === PHONE ? { isMobile: true, hasTouch: true, deviceScaleFactor: 2 } : {}),
      });
      v.page.on('console', (m) => m.type() === 'error' && process.stdout.write(`${m.text()}\n`));
      for (const [name, path, act] of shots) {
        if (only && !only.split(',').includes(name)) continue;
        await v.visit(path);
        await v.page.waitForLoadState('load');
        await v.page.getByRole('heading', { level: 1 }).waitFor();
        await v.page.waitForTimeout(700);
        await act?.(v.page);
        await v.page.waitForTimeout(300);
        await v.page.screenshot({
          path: `${OUT}/${name}-${viewport.width}-${colorScheme}.png`,
          fullPage: name !== 'lightbox',
        });
        if (name === 'poster') await v.page.pdf({ path: `${OUT}/poster.pdf`, preferCSSPageSize: true });
      }
    }
}, 300_000);
