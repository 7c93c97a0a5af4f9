import type { WrongCounts } from '../stats/count-repository.ts';
import { type Command, flag } from './command.ts';

const MAX_SHOWN = 20;

export const countCommands: Command<'counts'>[] = [
  {
    name: 'counts verify',
    summary:
      'Recount requests and photos and compare them with the stored counts; exits with 1 if any are wrong',
    options: { repair: flag },
    async run({ counts }, given, progress) {
      progress('counting');
      const wrong = await counts.findWrong();
      const repair = given.flag('repair') && wrong.length > 0;
      if (repair) {
        progress('recounting');
        await counts.rebuild();
      }
      return { wrong: wrong.length, workspaces: wrong.slice(0, MAX_SHOWN), repaired: repair };
    },
    foundFaults: ({ wrong, repaired }) => Number(wrong) > 0 && repaired === false,
    show: ({ wrong, workspaces, repaired }) =>
      wrong === 0
        ? 'All counts are correct\n'
        : [
            `Workspaces with wrong counts: ${wrong}${repaired === true ? ' (repaired)' : ''}\n`,
            ...(workspaces as WrongCounts[]).map(
              ({ workspace_id, environment, missing }) =>
                `  ${workspace_id}  ${environment}  ${differences(missing)}\n`,
            ),
            ...(repaired === true ? [] : ['Repair them with --repair\n']),
          ].join(''),
  },
];

function differences(missing: WrongCounts['missing']): string {
  return Object.entries(missing)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name} ${count > 0 ? '+' : ''}${count}`)
    .join(', ');
}
