import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import { GUIDE_NAMES } from './guide-names.ts';
import { type Chosen, PictureDialog } from './picture-dialog.tsx';
import { GuidePicture, SlotPicture } from './pictures.tsx';
import type { Purpose } from './slot-images.ts';
import styles from './slot-pictures.module.css';

interface PictureFieldProps {
  purpose: Purpose;
  /** "photo 2" */
  name: string;
  chosen: Chosen;
  error: string | undefined;
  onChange: (chosen: Chosen) => void;
}

const TEXTS = {
  guide: { label: 'Camera guide', help: 'An outline over the camera’s picture.' },
  example: { label: 'Example picture', help: 'Shows what a good photo looks like.' },
} as const;

const NONE: Chosen = { guide: null, imageId: null };

/** The picture that helps to take a photo, with buttons to choose another one or none. */
export function PictureField({ purpose, name, chosen, error, onChange }: PictureFieldProps) {
  const id = useId();
  const [opened, setOpened] = useState(false);
  const { label, help } = TEXTS[purpose];
  const { guide, imageId } = chosen;
  const isEmpty = guide === null && imageId === null;
  return (
    <fieldset className={styles.field} aria-describedby={error === undefined ? undefined : id}>
      <legend>{label}</legend>
      <div className={styles.choice}>
        {!isEmpty && (
          <span className={styles.picture} data-testid={`chosen-${purpose}`}>
            {guide !== null && <GuidePicture guide={guide} />}
            {imageId !== null && <SlotPicture id={imageId} purpose={purpose} />}
          </span>
        )}
        <div className={styles.words}>
          <p>{guide === null ? help : GUIDE_NAMES[guide]}</p>
          <div className={styles.buttons}>
            <Button
              variant="default"
              size="xs"
              onClick={() => setOpened(true)}
              aria-label={`${isEmpty ? 'Choose' : 'Change'} ${label.toLowerCase()} of ${name}`}
              data-testid={`choose-${purpose}`}
            >
              {isEmpty ? 'Choose' : 'Change'}
            </Button>
            {!isEmpty && (
              <Button
                variant="subtle"
                color="gray"
                size="xs"
                onClick={() => onChange(NONE)}
                aria-label={`Remove ${label.toLowerCase()} of ${name}`}
                data-testid={`remove-${purpose}`}
              >
                Remove
              </Button>
            )}
          </div>
        </div>
      </div>
      {error !== undefined && (
        <p id={id} className={styles.error} role="alert" tabIndex={-1} data-field-error>
          {error}
        </p>
      )}
      <PictureDialog
        purpose={purpose}
        opened={opened}
        onClose={() => setOpened(false)}
        chosen={chosen}
        onChoose={onChange}
      />
    </fieldset>
  );
}
