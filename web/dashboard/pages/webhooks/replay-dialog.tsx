import { Button, Checkbox } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ApiClient } from '../../api/client.ts';
import { keyOf } from '../../api/keys.ts';
import { useWorkspaceMutation } from '../../api/queries.ts';
import { useWorkspace } from '../../api/workspace.tsx';
import dialog from '../../components/dialog.module.css';
import { Dialog, FormError, Loaded, TextSkeleton, useForm, useNotify } from '../../components/index.ts';
import forms from '../settings/forms.module.css';
import type { Delivery, EndpointDetail } from './types.ts';

interface ReplayDialogProps {
  endpoint: EndpointDetail;
  onClose: () => void;
}

type Undelivered = 'failed' | 'held' | 'blocked';
type Counts = Record<Undelivered, { count: number; isMore: boolean }>;

const TEXTS: Record<Undelivered, { label: string; description: string }> = {
  failed: { label: 'Failed', description: 'All 11 attempts failed.' },
  held: { label: 'Held', description: 'Held while the endpoint was disabled.' },
  blocked: { label: 'Blocked', description: 'Blocked because the address isn’t allowed.' },
};
const MAX_COUNTED = 100;

/** Resends what did not arrive. */
export function ReplayDialog({ opened, ...rest }: ReplayDialogProps & { opened: boolean }) {
  return (
    <Dialog opened={opened} onClose={rest.onClose} title="Resend failed deliveries">
      {opened && <Counted {...rest} />}
    </Dialog>
  );
}

function Counted(props: ReplayDialogProps) {
  const { id, environment, api } = useWorkspace();
  const { endpoint } = props;
  const counts = useQuery({
    queryKey: [...keyOf(id, environment, 'webhooks'), 'undelivered', endpoint.id],
    queryFn: () => countUndelivered(api, endpoint),
    staleTime: 0,
  });
  return (
    <Loaded query={counts} skeleton={<TextSkeleton lines={4} />}>
      {(data) => <ReplayForm {...props} counts={data} />}
    </Loaded>
  );
}

function ReplayForm({ endpoint, onClose, counts }: ReplayDialogProps & { counts: Counts }) {
  const notify = useNotify();
  const kinds = (Object.keys(TEXTS) as Undelivered[]).filter((kind) => counts[kind].count > 0);
  const [chosen, setChosen] = useState<string[]>(kinds.filter((kind) => kind !== 'blocked'));
  const form = useForm({ endpoint: '' });
  const replay = useWorkspaceMutation<string[], { count: number }>(
    (api, statuses) => api.post(`webhooks/${endpoint.id}/replay`, { statuses }),
    {
      quiet: true,
      onSuccess: ({ count }) => {
        notify.success(count === 1 ? 'Resending 1 delivery.' : `Resending ${count} deliveries.`);
        onClose();
      },
    },
  );
  if (kinds.length === 0)
    return (
      <div className={dialog.body}>
        <p className={dialog.text}>Nothing to resend.</p>
        <div className={dialog.actions}>
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    );
  return (
    <form
      className={dialog.body}
      onSubmit={form.submit(() => replay.mutateAsync(chosen))}
      data-testid="replay-form"
    >
      <p className={dialog.text}>
        Each keeps its payload and X-Webhook-ID, and starts a fresh set of retries. Deduplicate on
        X-Webhook-ID.
      </p>
      <Checkbox.Group label="Deliveries to resend" value={chosen} onChange={setChosen}>
        <div className={forms.choices}>
          {kinds.map((kind) => (
            <Checkbox
              key={kind}
              value={kind}
              label={`${TEXTS[kind].label}: ${countText(counts[kind])}`}
              description={TEXTS[kind].description}
              data-testid={`replay-${kind}`}
            />
          ))}
        </div>
      </Checkbox.Group>
      <FormError error={form.error} />
      <div className={dialog.actions}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={form.busy} disabled={chosen.length === 0} data-testid="replay-confirm">
          Resend {countText(sumOf(chosen, counts))}
        </Button>
      </div>
    </form>
  );
}

function countText({ count, isMore }: { count: number; isMore: boolean }): string {
  return isMore ? `more than ${count}` : String(count);
}

function sumOf(chosen: string[], counts: Counts) {
  const parts = chosen.map((kind) => counts[kind as Undelivered]);
  return {
    count: parts.reduce((sum, part) => sum + part.count, 0),
    isMore: parts.some((part) => part.isMore),
  };
}

/** An endpoint may serve both environments, while a list has those of one. */
async function countUndelivered(api: ApiClient, endpoint: EndpointDetail): Promise<Counts> {
  const environments = endpoint.serves === 'both' ? ['live', 'test'] : [endpoint.serves];
  const count = async (status: Undelivered) => {
    const pages = await Promise.all(
      environments.map((environment) =>
        api.getPage<Delivery>('webhooks/deliveries', {
          endpoint_id: endpoint.id,
          status,
          environment,
          limit: MAX_COUNTED,
        }),
      ),
    );
    return {
      count: pages.reduce((sum, page) => sum + page.data.length, 0),
      isMore: pages.some((page) => page.meta.has_more),
    };
  };
  const [failed, blocked] = await Promise.all([count('failed'), count('blocked')]);
  return { failed, blocked, held: { count: endpoint.held_count, isMore: false } };
}
