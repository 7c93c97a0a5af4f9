import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts a process's time in ticks of 10 ms on every architecture Node runs on. */
const MS_PER_TICK = 10;
/** Fields 14 and 15 of /proc/<pid>/stat, counted behind the program's name, which may contain spaces. */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
/** The same of children that have ended, in fields 16 and 17. */
const ENDED_USER_TIME = 13;
const ENDED_SYSTEM_TIME = 14;
const PARENT = 1;

/** Milliseconds of CPU that a process has used so far, all its threads together. */
export function cpuMs(processId: number): number {
  return msIn(fieldsOf(processId), USER_TIME, SYSTEM_TIME);
}

/** The same of a process and its children, also of those that have ended. */
export function familyCpuMs(processId: number): number {
  const own = fieldsOf(processId);
  const ended = msIn(own, ENDED_USER_TIME, ENDED_SYSTEM_TIME);
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => fieldsIfRunning(Number(name)))
    .filter((fields) => fields[PARENT] === String(processId));
  return [own, ...children].reduce((sum, fields) => sum + msIn(fields, USER_TIME, SYSTEM_TIME), ended);
}

/** Of a process that may have ended since it was listed. */
function fieldsIfRunning(processId: number): string[] {
  try {
    return fieldsOf(processId);
  } catch {
    return [];
  }
}

function fieldsOf(processId: number): string[] {
  const stat = readFileSync(`/proc/${processId}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

function msIn(fields: string[], user: number, system: number): number {
  return (Number(fields[user]) + Number(fields[system])) * MS_PER_TICK;
}

/** Resident memory of a process in MB. */
export function residentMb(processId: number): number {
  const status = readFileSync(`/proc/${processId}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
}
