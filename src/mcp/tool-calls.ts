import type { Audit } from '../audit/service.ts';
import type { Database } from '../platform/db/database.ts';
import type { Owner } from '../platform/db/tables.ts';

export interface ToolCall {
  tool: string;
  status: number;
  /** What it was about, if that is known. */
  subjectId: string | undefined;
}

export type ToolCalls = ReturnType<typeof createToolCalls>;

/** Each use of a tool is written down, those that only read as well: whoever let a model in can see what it did. */
export function createToolCalls({ database, audit }: { database: Database; audit: Audit }) {
  return {
    async record(by: Owner & { keyId: string }, { tool, status, subjectId }: ToolCall): Promise<void> {
      const { keyId, workspaceId, environment } = by;
      await database.write((trx) =>
        audit.record(trx, {
          by: { keyId },
          evenByKey: true,
          workspaceId,
          action: 'mcp.tool_called',
          subjectId,
          details: { environment, tool, status },
        }),
      );
    },
  };
}
