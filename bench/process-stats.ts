import { readFileSync } from 'node:fs';

/** Linux counts a process's time in ticks of 10 ms on every architecture Node runs on. */
const MS_PER_TICK = 10;
/** Fields 14 and 15 of /proc/<pid>/stat, counted behind the program's name, which may contain spaces. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Milliseconds of CPU that a process has used so far, all its threads together. */
export function cpuMs(processId: number): number {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * MS_PER_TICK;
}

/** Resident memory of a process in MB. */
export function residentMb(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
