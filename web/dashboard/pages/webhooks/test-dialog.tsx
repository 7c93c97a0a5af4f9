import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { useWorkspace } from '../../api/workspace.tsx';
import dialog from '../../components/dialog.module.css';
import { CodeBlock, Dialog, Facts, Icon } from '../../components/index.ts';
import { OutcomeBadge, outcomeAdvice, statusText } from './outcome.tsx';
import type { Endpoint, TestResult } from './types.ts';

/** How the receiver responded to a test event. */
export function TestDialog({
  endpoint,
  result,
  busy,
  onAgain,
  onClose,
}: {
  endpoint: Endpoint;
  /** null: closed. */
  result: TestResult | null;
  busy: boolean;
  onAgain: () => void;
  onClose: () => void;
}) {
  return (
    <Dialog opened={result !== null} onClose={onClose} title="Test event" size="lg">
      {result !== null && (
        <div className={dialog.body} data-testid="test-result">
          <TestResponse result={result} />
          <div className={dialog.actions}>
            <DeliveryLink endpoint={endpoint} deliveryId={result.delivery_id} />
            <Button
              variant="default"
              leftSection={<Icon name="refresh" />}
              loading={busy}
              onClick={onAgain}
              data-testid="test-again"
            >
              Send another
            </Button>
            <Button onClick={onClose}>Done</Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function TestResponse({ result }: { result: TestResult }) {
  const advice = outcomeAdvice(result);
  return (
    <>
      <div>
        <OutcomeBadge outcome={result.outcome} />
      </div>
      {advice !== null && <p>{advice}</p>}
      <Facts
        items={[
          { label: 'Response', value: statusText(result) },
          { label: 'Duration', value: `${result.duration_ms.toLocaleString('en')} ms` },
          { label: 'Address', value: result.address ?? 'Not connected' },
        ]}
      />
      {result.answer !== null && result.answer !== '' && (
        <CodeBlock code={result.answer} label="Response body" wrap />
      )}
    </>
  );
}

function DeliveryLink({ endpoint, deliveryId }: { endpoint: Endpoint; deliveryId: string }) {
  const { path } = useWorkspace();
  return (
    <Button
      component={Link}
      to={path(`webhooks/${endpoint.id}/deliveries/${deliveryId}`)}
      variant="subtle"
      data-testid="test-delivery"
    >
      View payload
    </Button>
  );
}
