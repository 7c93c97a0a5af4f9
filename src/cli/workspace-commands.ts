import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline/promises';
import { OPERATOR } from '../audit/actor.ts';
import { CHECKS } from '../photos/evidence/finding.ts';
import { CHALLENGE_MODES, CONSEQUENCES } from '../photos/evidence/policy.ts';
import { toWireTime } from '../platform/clock.ts';
import type { WorkspaceRow } from '../platform/db/tables.ts';
import { callLimitsOf } from '../workspaces/call-limits.ts';
import { PLAN_IDS } from '../workspaces/plans.ts';
import { type Command, listOf, oneOf, optional, required, UsageError, wholeNumber } from './command.ts';
import { deleteQueuedFiles } from './request-commands.ts';

const workspace = required('ID');
const plan = required(PLAN_IDS.join('|'));

export const workspaceCommands: Command<
  'identity' | 'workspaces' | 'brands' | 'evidencePolicies' | 'eraseWorkspace' | 'photoUpkeep' | 'photos'
>[] = [
  {
    name: 'workspace create',
    summary: 'Create a workspace and its owner',
    options: { name: required('NAME'), email: required('ADDRESS'), password: required('PASSWORD|-'), plan },
    async run({ identity }, given) {
      const { workspaceId, userId } = await identity.ownedWorkspaces.create(OPERATOR, {
        name: given.text('name'),
        email: given.text('email'),
        password: await passwordOf(given.text('password')),
        plan: oneOf('plan', given.text('plan'), PLAN_IDS),
      });
      return { workspace_id: workspaceId, user_id: userId };
    },
  },
  {
    name: 'workspace list',
    summary: 'List all workspaces',
    options: {},
    run: async ({ workspaces }) => ({ data: (await workspaces.listAll()).map(toWire) }),
  },
  {
    name: 'workspace set-plan',
    summary: 'Change the plan; a new billing period starts',
    options: { workspace, plan },
    run: async ({ workspaces }, given) =>
      toWire(
        await workspaces.setPlan(
          OPERATOR,
          given.text('workspace'),
          oneOf('plan', given.text('plan'), PLAN_IDS),
        ),
      ),
  },
  {
    name: 'workspace set-limits',
    summary: 'Change how many API calls are allowed',
    options: { workspace, 'per-minute': required('N'), 'per-hour': required('N') },
    run: async ({ workspaces }, given) =>
      toWire(
        await workspaces.setLimits(OPERATOR, given.text('workspace'), {
          perMinute: wholeNumber('per-minute', given.text('per-minute')),
          perHour: wholeNumber('per-hour', given.text('per-hour')),
        }),
      ),
  },
  {
    name: 'workspace set-networks',
    summary: 'Accept API calls from these IP networks only; "any" lifts the restriction',
    options: { workspace, networks: required('A,B|any') },
    async run({ workspaces }, given) {
      const networks = given.text('networks');
      return toWire(
        await workspaces.setIpAllowList(
          OPERATOR,
          given.text('workspace'),
          networks === 'any' ? [] : listOf('networks', networks),
        ),
      );
    },
  },
  {
    name: 'workspace set-brand',
    summary: 'Change the color and logo of the customer pages; "none" removes them',
    options: { workspace, color: optional('#RRGGBB|none'), logo: optional('FILE|none') },
    async run({ brands }, given) {
      const color = given.optional('color');
      const logo = given.optional('logo');
      if (color === undefined && logo === undefined) throw new UsageError('Give --color, --logo or both');
      return toWire(
        await brands.change(OPERATOR, given.text('workspace'), {
          ...(color === undefined ? {} : { color: color === 'none' ? null : color }),
          ...(logo === undefined ? {} : { logo: logo === 'none' ? null : await readLogo(logo) }),
        }),
      );
    },
  },
  {
    name: 'workspace set-live-proof',
    summary: 'Change what follows from warnings of which checks, and when customers get a challenge',
    options: {
      workspace,
      inform: optional('A,B'),
      hold: optional('A,B'),
      refuse: optional('A,B'),
      challenge: optional(CHALLENGE_MODES.join('|')),
    },
    async run({ evidencePolicies }, given) {
      const id = given.text('workspace');
      const challenge = given.optional('challenge');
      const isEmpty =
        challenge === undefined && CONSEQUENCES.every((name) => given.optional(name) === undefined);
      if (isEmpty) throw new UsageError('Give --inform, --hold, --refuse, --challenge or several of them');
      const policy = await evidencePolicies.change(OPERATOR, id, {
        checks: Object.fromEntries(
          CONSEQUENCES.flatMap((consequence) => {
            const names = given.optional(consequence);
            const checks = names === undefined ? [] : listOf(consequence, names);
            return checks.map((check) => [oneOf(consequence, check, CHECKS), consequence]);
          }),
        ),
        ...(challenge !== undefined && { challenge: oneOf('challenge', challenge, CHALLENGE_MODES) }),
      });
      return { workspace_id: id, ...policy };
    },
  },
  {
    name: 'workspace suspend',
    summary: 'Reject all API calls of a workspace and all photos from its customers',
    options: { workspace },
    run: async ({ workspaces }, given) => toWire(await workspaces.suspend(OPERATOR, given.text('workspace'))),
  },
  {
    name: 'workspace resume',
    summary: 'Lift the suspension of a workspace',
    options: { workspace },
    run: async ({ workspaces }, given) => toWire(await workspaces.resume(OPERATOR, given.text('workspace'))),
  },
  {
    name: 'workspace erase',
    summary: 'Permanently erase a workspace and everything in it; --confirm takes its name',
    options: { workspace, confirm: required('NAME') },
    async run(services, given, progress) {
      const id = given.text('workspace');
      const erased = await services.eraseWorkspace(id, given.text('confirm'), (counts) => {
        const rows = Object.values(counts).reduce((sum, count) => sum + count, 0);
        progress(`${rows} rows erased`);
      });
      progress('Deleting files');
      return { workspace_id: id, ...erased, ...(await deleteQueuedFiles(services)) };
    },
  },
];

async function readLogo(file: string): Promise<Buffer> {
  try {
    return await readFile(file);
  } catch (error) {
    throw new UsageError(`--logo cannot be read (${(error as Error).message})`);
  }
}

function toWire(row: WorkspaceRow) {
  const { perMinute, perHour } = callLimitsOf(row);
  return {
    id: row.id,
    name: row.name,
    plan: row.plan,
    suspended: row.suspended_at !== null,
    per_minute: perMinute,
    per_hour: perHour,
    networks: row.ip_allow_list === null ? null : JSON.parse(row.ip_allow_list),
    color: row.brand_color,
    has_logo: row.logo_key !== null,
    created_at: toWireTime(row.created_at),
  };
}

/** With "-" it is read from standard input: everyone on the machine can see the arguments of a command. */
async function passwordOf(given: string): Promise<string> {
  if (given !== '-') return given;
  for await (const line of createInterface({ input: process.stdin })) return line;
  throw new UsageError('--password - needs the password on standard input');
}
