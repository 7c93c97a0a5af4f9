interface Place {
  id: string;
  workspaceId: string;
}

/** Who was served when: those who waited longest come first, among workspaces and among the endpoints of one. */
export function createTurns(mostRemembered: number) {
  const served = new Map<string, number>();
  let round = 0;
  const turnOf = (id: string) => served.get(id) ?? 0;
  return {
    ofEndpoint: turnOf,

    longestWaitingFirst: (a: Place, b: Place) =>
      turnOf(a.workspaceId) - turnOf(b.workspaceId) || turnOf(a.id) - turnOf(b.id),

    taken(endpoints: { id: string; workspace_id: string }[]): void {
      round += 1;
      if (served.size > mostRemembered) served.clear();
      for (const { id, workspace_id } of endpoints) served.set(id, round).set(workspace_id, round);
    },
  };
}
