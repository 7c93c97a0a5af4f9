import { type RunningProcess, startProcess } from '../process/child-process.ts';

export interface ClusterProxy {
  /** Where to ask for a port. */
  controlUrl: string;
  process: RunningProcess;
}

export async function startClusterProxy(): Promise<ClusterProxy> {
  const running = startProcess(process.execPath, ['test/helpers/cluster/cluster-proxy-process.ts']);
  await running.untilPrinted(/proxy at \d+\n/);
  const port = /proxy at (\d+)\n/.exec(running.stdout())?.[1];
  return { controlUrl: `http://127.0.0.1:${port}`, process: running };
}

/** A port that hands its calls to the others in turn. */
export async function balanceOver(controlUrl: string, ports: number[]): Promise<number> {
  const response = await fetch(controlUrl, { method: 'POST', body: JSON.stringify({ ports }) });
  return ((await response.json()) as { port: number }).port;
}
