import { Button, Switch, Textarea } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useState } from 'react';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { ApiError } from '../../../api/api-error.ts';
import { useSession } from '../../../api/session.tsx';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Dialog, FormError, GROUP_ERROR } from '../../../components/index.ts';
import { ChoiceChips } from '../parts/choice-chips.tsx';
import layout from '../parts/form-layout.module.css';
import { LIFETIMES } from '../parts/lifetime.ts';
import {
  askableSlots,
  type ChangesDraft,
  changesBody,
  changesDraft,
  changesProblems,
} from './changes-draft.ts';
import { QuestionChoices } from './question-choices.tsx';
import styles from './review.module.css';
import { SlotChoice } from './slot-choice.tsx';
import type { Decide } from './use-decision.ts';

const MAX_MESSAGE = 2_000;
/** The same as in the styles. */
const PHONE = '(max-width: 40rem)';

export interface ChangesDialogProps {
  request: PhotoRequest;
  opened: boolean;
  onClose: () => void;
  /** Of the photo that someone looks at: chosen at first. */
  lookedAt?: number | undefined;
  /** Decides about the request as it was when the dialog opened. */
  decide: Decide;
}

/** Which photos the customer has to take again, and why. */
export function ChangesDialog(props: ChangesDialogProps) {
  const isPhone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  return (
    <Dialog
      opened={props.opened}
      onClose={props.onClose}
      title="Ask for changes"
      size="lg"
      fullScreen={isPhone ?? false}
      radius={isPhone ? 0 : 'lg'}
    >
      {props.opened && <ChangesForm {...props} />}
    </Dialog>
  );
}

function ChangesForm({ request, onClose, lookedAt, decide }: ChangesDialogProps) {
  // As it was when the dialog opened: what changes meanwhile must not be decided about unseen.
  const [seen] = useState(request);
  const [draft, setDraft] = useState<ChangesDraft>(() => changesDraft(seen, lookedAt));
  const [wasTried, setWasTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const canMail = useCanMail(seen);
  const canPhone = useCanPhone(seen);
  const problems = wasTried ? changesProblems(draft) : {};
  const edit = (changes: Partial<ChangesDraft>) => setDraft((now) => ({ ...now, ...changes }));

  const submit = async (event: React.FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    const missing = missingIn(draft);
    if (missing !== null) return setError(missing);
    setBusy(true);
    setError(null);
    try {
      await decide(seen, changesBody(draft, { canMail, canPhone }));
      onClose();
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  };

  return (
    <form className={layout.fields} onSubmit={submit} noValidate data-testid="changes-form">
      <p className={styles.intro}>
        {seen.questions.length === 0
          ? 'Your customer uses the same link again, only for the photos you choose. The others stay.'
          : 'Your customer uses the same link again, only for what you choose. The rest stays.'}
      </p>
      <SlotChoices {...{ seen, draft, problems }} onEdit={(slots) => edit({ slots })} />
      <QuestionChoices request={seen} draft={draft.questions} onEdit={(questions) => edit({ questions })} />
      <Textarea
        label="Message to the customer"
        description="Optional. Shown first on your customer’s page."
        value={draft.message}
        onChange={(event) => edit({ message: event.currentTarget.value })}
        maxLength={MAX_MESSAGE}
        autosize
        minRows={1}
        maxRows={6}
        data-testid="changes-message"
      />
      <ChoiceChips
        legend="Link stays open for"
        choices={[...LIFETIMES]}
        value={draft.hours}
        onChange={(hours) => edit({ hours })}
      />
      {canMail && (
        <Switch
          label="Email the customer"
          description={`Sends the link and your notes to ${seen.recipient_email}.`}
          checked={draft.sendEmail}
          onChange={(event) => edit({ sendEmail: event.currentTarget.checked })}
          data-testid="changes-email"
        />
      )}
      {canPhone && (
        <Switch
          label="Message the customer"
          description={`Sends the link to ${seen.recipient_phone}.`}
          checked={draft.sendSms}
          onChange={(event) => edit({ sendSms: event.currentTarget.checked })}
          data-testid="changes-sms"
        />
      )}
      <FormError error={error} fields={Object.keys(problems)} />
      <div className={styles.dialogBar}>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={busy} data-testid="changes-submit">
          Ask for changes
        </Button>
      </div>
    </form>
  );
}

/** As the server would say it, so that the focus is led to what is missing. */
function missingIn(draft: ChangesDraft): ApiError | null {
  const problems = Object.entries(changesProblems(draft));
  if (problems.length === 0) return null;
  const details = Object.fromEntries(problems.map(([field, message]) => [field, [message]]));
  return new ApiError({ status: 422, code: 'validation_error', message: 'Check the fields.', details });
}

/** Test requests are never emailed. */
function useCanMail({ recipient_email }: PhotoRequest): boolean {
  const { environment } = useWorkspace();
  const { mail_configured } = useSession();
  return recipient_email !== null && mail_configured && environment === 'live';
}

interface SlotChoicesProps {
  seen: PhotoRequest;
  draft: ChangesDraft;
  problems: Record<string, string>;
  onEdit: (slots: ChangesDraft['slots']) => void;
}

function SlotChoices({ seen, draft, problems, onEdit }: SlotChoicesProps) {
  const slots = askableSlots(seen);
  const first = slots.find(({ slot_index }) => draft.slots[slot_index]?.isAsked) ?? slots[0];
  const [focused] = useState(first?.slot_index);
  return (
    <fieldset className={layout.choices}>
      <legend>Photos to take again</legend>
      {problems.slots !== undefined && (
        <p className={styles.error} role="alert" {...GROUP_ERROR}>
          {problems.slots}
        </p>
      )}
      <ul className={styles.choices}>
        {slots.map((slot) => {
          const { slot_index } = slot;
          const asked = draft.slots[slot_index];
          return (
            asked !== undefined && (
              <SlotChoice
                key={slot_index}
                slot={slot}
                asked={asked}
                errorOf={(field) => problems[`slots.${slot_index}.${field}`]}
                isFocused={slot_index === focused}
                onEdit={(changes) => onEdit({ ...draft.slots, [slot_index]: { ...asked, ...changes } })}
              />
            )
          );
        })}
      </ul>
    </fieldset>
  );
}

function useCanPhone({ recipient_phone, phone_channel }: PhotoRequest): boolean {
  const { environment } = useWorkspace();
  const { phone } = useSession();
  return recipient_phone !== null && phone[phone_channel ?? 'sms'] && environment === 'live';
}
