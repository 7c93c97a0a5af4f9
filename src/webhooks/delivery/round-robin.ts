interface Place {
  id: string;
  workspaceId: string;
}

/** Who was served when: those who waited longest come first, among workspaces and among the endpoints of one. */
export function createRoundRobin(maxRemembered: number) {
  const served = new Map<string, number>();
  let round = 0;
  const lastServed = (id: string) => served.get(id) ?? 0;
  return {
    longestWaitingFirst: (a: Place, b: Place) =>
      lastServed(a.workspaceId) - lastServed(b.workspaceId) || lastServed(a.id) - lastServed(b.id),

    taken(endpoints: { id: string; workspace_id: string }[]): void {
      round += 1;
      if (served.size > maxRemembered) served.clear();
      for (const { id, workspace_id } of endpoints) served.set(id, round).set(workspace_id, round);
    },
  };
}
