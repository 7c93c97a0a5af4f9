import type { WrongCounts } from '../stats/count-repository.ts';
import { type Command, flag } from './command.ts';

const MAX_SHOWN = 20;

export const countCommands: Command[] = [
  {
    name: 'counts verify',
    summary: 'Count requests and photos and compare with the numbers kept; ends with 1 if any are wrong',
    options: { repair: flag },
    async run({ counts }, given, progress) {
      progress('counting');
      const wrong = await counts.findWrong();
      const repair = given.flag('repair') && wrong.length > 0;
      if (repair) {
        progress('counting again');
        await counts.rebuild();
      }
      return { wrong: wrong.length, workspaces: wrong.slice(0, MAX_SHOWN), repaired: repair };
    },
    foundFaults: ({ wrong, repaired }) => Number(wrong) > 0 && repaired === false,
    show: ({ wrong, workspaces, repaired }) =>
      wrong === 0
        ? 'All numbers are right\n'
        : [
            `The numbers of ${wrong} are wrong${repaired === true ? ' and were made anew' : ''}\n`,
            ...(workspaces as WrongCounts[]).map(
              ({ workspace_id, environment, missing }) =>
                `  ${workspace_id}  ${environment}  ${differences(missing)}\n`,
            ),
            ...(repaired === true ? [] : ['Make them anew with --repair\n']),
          ].join(''),
  },
];

function differences(missing: WrongCounts['missing']): string {
  return Object.entries(missing)
    .filter(([, count]) => count !== 0)
    .map(([name, count]) => `${name} ${count > 0 ? '+' : ''}${count}`)
    .join(', ');
}
