import { Button } from '@mantine/core';
import styles from './review.module.css';

interface DecisionBarProps {
  mayDecide: boolean;
  isPending: boolean;
  /** The keys are shown on the buttons. */
  withKeys: boolean;
  onChoose: (choice: 'approve' | 'changes' | 'reject') => void;
}

/** In reach of the thumb on phones, below the photo elsewhere. */
export function DecisionBar({ mayDecide, isPending, withKeys, onChoose }: DecisionBarProps) {
  if (!mayDecide)
    return <p className={styles.readOnly}>Members of the workspace decide about submissions.</p>;
  const key = (name: string) => withKeys && <kbd>{name}</kbd>;
  return (
    <div className={styles.bar}>
      <Button
        variant="default"
        rightSection={key('R')}
        onClick={() => onChoose('reject')}
        data-testid="queue-reject"
      >
        Reject
      </Button>
      <Button
        variant="default"
        rightSection={key('C')}
        onClick={() => onChoose('changes')}
        data-testid="queue-changes"
      >
        Ask for changes
      </Button>
      <Button
        rightSection={key('A')}
        // Not disabled meanwhile: it keeps the focus for the next request.
        aria-busy={isPending || undefined}
        onClick={() => onChoose('approve')}
        data-testid="queue-approve"
      >
        Approve
      </Button>
    </div>
  );
}
