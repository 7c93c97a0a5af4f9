import sharp from 'sharp';
import { mailedToken } from '../test/helpers/app/web-browser.ts';
import { openAsCustomer } from './screenshot-customer.ts';
import { CLAIMS_URL, WAREHOUSE_URL } from './screenshot-receiver.ts';
import { expectSuccess, NOW, PASSWORD, type Site } from './screenshot-site.ts';
import { DAY, HOUR, MINUTE, type Moment, type Stage } from './screenshot-story.ts';
import { LINKS, TEMPLATE } from './screenshot-wishes.ts';

export const OWNER = { email: 'clara@nordlicht.example', name: 'Clara Nyström' };
const TEAM = [
  { email: 'jonas@nordlicht.example', name: 'Jonas Weber', role: 'admin' },
  { email: 'amira@nordlicht.example', name: 'Amira Haddad', role: 'member' },
  { email: 'tom@nordlicht.example', name: 'Tom Okafor', role: 'member' },
  { email: 'lena@nordlicht.example', name: 'Lena Fischer', role: 'viewer' },
];
const ADMIN = 'jonas@nordlicht.example';
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256"><rect width="256" height="256" rx="56" fill="#12355b"/>
<path d="M40 178 104 82l40 58 24-32 48 70z" fill="#fff"/><circle cx="178" cy="72" r="24" fill="#ffb400"/></svg>`;

export interface Workspace {
  id: string;
  key: string;
  endpoint: string;
  link: string;
  template: string;
  invitation: string;
}

/** How the team set up its workspace, and what it changed since. */
export function teamMoments(stage: Stage, workspace: Workspace): Moment[] {
  const { site } = stage;
  const home = `/workspaces/${workspace.id}`;
  const by = async (
    email: string,
    device: 'mac' | 'windows',
    act: (who: Awaited<ReturnType<Site['signIn']>>) => Promise<unknown>,
  ) => {
    const who = await site.signIn(email, device, email === ADMIN ? '203.0.113.20' : undefined);
    await act(who);
    await who.call('POST', '/sign-out');
  };
  const owner = (at: number, act: Parameters<typeof by>[2]) => ({
    at,
    run: () => by(OWNER.email, 'mac', act),
  });
  const admin = (at: number, act: Parameters<typeof by>[2]) => ({ at, run: () => by(ADMIN, 'windows', act) });
  const start = NOW - 34 * DAY;
  return [
    owner(start, async ({ call }) => {
      await call('PATCH', '/account', { name: OWNER.name });
      await call('PUT', `${home}/settings/logo`, await sharp(Buffer.from(LOGO)).png().toBuffer());
      const settings = { brand_color: '#1c5fa8', time_zone: 'Europe/Berlin', retention_days: 365 };
      await call('PATCH', `${home}/settings`, settings);
    }),
    ...TEAM.map(({ email, name, role }, index) => ({
      at: start + (index + 1) * 3 * HOUR,
      run: async () => {
        await by(OWNER.email, 'mac', ({ call }) => call('POST', `${home}/invitations`, { email, role }));
        await join(site, email, name);
      },
    })),
    admin(start + DAY, async ({ call }) => {
      const created = await call<{ key: string }>('POST', `${home}/api-keys`, { name: 'Claims backend' });
      workspace.key = created.key;
      const scopes = ['photo_requests:read', 'stats:read'];
      await call('POST', `${home}/api-keys`, { name: 'Reporting, read only', scopes });
      const events = ['photo_request.submitted', 'photo_submission.created', 'photo_request.expired'];
      const endpoint = { name: 'Claims backend', url: CLAIMS_URL, events };
      workspace.endpoint = (await call<{ id: string }>('POST', `${home}/webhooks`, endpoint)).id;
    }),
    admin(NOW - 21 * DAY, async ({ call }) => {
      const { id } = await call<{ id: string }>('POST', `${home}/api-keys`, { name: 'Parcel app prototype' });
      await call('PATCH', `${home}/api-keys/${id}`, { is_active: false });
    }),
    admin(NOW - 19 * DAY, async ({ call }) => {
      workspace.template = (await call<{ id: string }>('POST', `${home}/templates`, TEMPLATE)).id;
    }),
    admin(NOW - 12 * DAY, ({ call }) =>
      call('POST', `${home}/webhooks`, {
        name: 'Data warehouse',
        url: WAREHOUSE_URL,
        events: ['photo_request.created', 'photo_request.submitted'],
      }),
    ),
    ...linkMoments(stage, workspace),
    admin(NOW - 4 * DAY - 2 * HOUR, async ({ call }) => {
      const events = ['photo_request.created', 'photo_request.submitted', 'photo_request.expired'];
      await call('PATCH', `${home}/webhooks/${workspace.endpoint}`, { events });
      await call('PATCH', `${home}/settings`, { ip_allow_list: [] });
    }),
    owner(NOW - 3 * DAY - 5 * HOUR, async ({ call }) => {
      const people = await call<{ user_id: string; email: string }[]>('GET', `${home}/members`);
      const amira = people.find(({ email }) => email.startsWith('amira'));
      await call('PATCH', `${home}/members/${amira?.user_id}`, { role: 'admin' });
    }),
    { at: NOW - 2 * DAY, run: () => secureAccounts(site) },
    owner(NOW - 6 * HOUR, ({ call }) => call('POST', `${home}/webhooks/${workspace.endpoint}/test`)),
    owner(NOW - 2 * DAY - 3 * HOUR, async ({ call }) => {
      const invite = { email: 'noah@nordlicht.example', role: 'member' };
      await call('POST', `${home}/invitations`, invite);
      workspace.invitation = (await mailedToken(site.api, 'invitation', invite.email)) ?? '';
    }),
    owner(NOW - 50 * MINUTE, ({ call }) =>
      call('POST', `${home}/invitations`, { email: 'audit@partner.example', role: 'viewer' }),
    ),
    { at: NOW - 26 * HOUR, run: () => site.signIn(OWNER.email, 'phone', '198.51.100.143') },
  ];
}

/** The owner has confirmed the address; some of the team have a second factor. */
async function secureAccounts({ api: { database } }: Site): Promise<void> {
  await database.write(async (trx) => {
    await trx
      .updateTable('users')
      .set({ email_verified_at: NOW - 30 * DAY })
      .execute();
    await trx
      .updateTable('users')
      .set({ two_factor_since: NOW - 29 * DAY })
      .where('email', 'in', ['tom@nordlicht.example', 'lena@nordlicht.example', 'jonas@nordlicht.example'])
      .execute();
  });
}

async function join({ api }: Site, email: string, name: string): Promise<void> {
  const invitation = await mailedToken(api, 'invitation', email);
  const response = await api.call('POST', '/app/api/sign-up', {
    headers: { 'x-shutterpost': '1', 'x-forwarded-for': '203.0.113.8' },
    body: { email, name, password: PASSWORD, invitation },
  });
  expectSuccess(response, 'sign-up');
}

function linkMoments(stage: Stage, workspace: Workspace): Moment[] {
  const { site, photos } = stage;
  const addresses: string[] = [];
  const created = LINKS.map((link, index) => ({
    at: NOW - (27 - index * 4) * DAY,
    run: async () => {
      const { call } = await site.signIn('amira@nordlicht.example', 'windows', '203.0.113.31');
      const home = `/workspaces/${workspace.id}`;
      const response = await call<{ id: string; url: string }>('POST', `${home}/permanent-links`, link);
      addresses[index] = response.url;
      if (index === 0) workspace.link = response.id;
      await call('POST', '/sign-out');
    },
  }));
  const submit = async (index: number, taken: Buffer[]) => {
    const page = await openAsCustomer(site.api, 'link', addresses[index] ?? '');
    await page.photograph(taken);
    await page.submit();
  };
  const deliveries = [25, 22, 20, 17, 14, 11, 8, 6, 5, 3, 2, 1].map((day, index) => ({
    at: NOW - day * DAY - (index % 4) * HOUR,
    run: () => submit(0, photos.pallet),
  }));
  const breakdowns = [19, 13, 7, 2].map((day, index) => ({
    at: NOW - day * DAY + index * 40 * MINUTE,
    run: () => submit(1, [photos.greenCar, photos.redCar][index % 2]?.slice(0, 1) ?? []),
  }));
  const thisMorning = { at: NOW - 3 * HOUR, run: () => submit(0, photos.pallet) };
  return [...created, ...deliveries, ...breakdowns, thisMorning];
}
