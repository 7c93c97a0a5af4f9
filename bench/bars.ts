import { formatTable } from './table.ts';

/** A goal that was set before anything was measured. */
export interface Bar {
  name: string;
  goal: string;
  found: string;
  passed: boolean;
}

export function atLeast(name: string, found: number, goal: number): Bar {
  return { name, goal: `at least ${goal.toFixed(2)}`, found: found.toFixed(3), passed: found >= goal };
}

export function atMost(name: string, found: number, goal: number): Bar {
  return { name, goal: `at most ${goal.toFixed(2)}`, found: found.toFixed(3), passed: found <= goal };
}

export function under(name: string, found: number, goal: number, unit: string): Bar {
  return { name, goal: `under ${goal} ${unit}`, found: `${found.toFixed(0)} ${unit}`, passed: found < goal };
}

/** The bars of one or several groups. */
export function formatBars(groups: { name: string; bars: Bar[] }[]): string {
  return formatTable(
    ['group', 'bar', 'goal', 'found', ''],
    groups.flatMap((group) =>
      group.bars.map(({ name, goal, found, passed }) => [
        group.name,
        name,
        goal,
        found,
        passed ? 'pass' : 'MISS',
      ]),
    ),
  );
}
