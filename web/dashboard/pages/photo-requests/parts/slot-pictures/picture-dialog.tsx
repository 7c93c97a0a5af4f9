import { Button, FileButton } from '@mantine/core';
import { useState } from 'react';
import { GUIDES, type Guide } from '../../../../../../src/shared/guides.ts';
import type { SlotImage } from '../../../../../../src/slot-images/schema.ts';
import { useWorkspaceMutation, useWorkspacePages } from '../../../../api/queries.ts';
import { ConfirmDialog, Dialog, ErrorState, FormError, Icon } from '../../../../components/index.ts';
import { GUIDE_NAMES } from './guide-names.ts';
import { GuidePicture, SlotPicture } from './pictures.tsx';
import type { Purpose } from './slot-images.ts';
import styles from './slot-pictures.module.css';

/** What was chosen for a slot: an outline that is built in, or an image by its id. */
export interface Chosen {
  guide: Guide | null;
  imageId: string | null;
}

interface PictureDialogProps {
  purpose: Purpose;
  opened: boolean;
  onClose: () => void;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

const TEXTS = {
  guide: {
    title: 'Camera guide',
    upload: 'Upload your own',
    help: 'A PNG that is mostly transparent, so that your customer sees the camera’s picture through it.',
    accept: 'image/png',
  },
  example: {
    title: 'Example picture',
    upload: 'Upload a picture',
    help: 'PNG or JPEG, up to 8 MB. Anyone with the link can see it.',
    accept: 'image/png,image/jpeg',
  },
} as const;

/** What there is to choose from, and a way to add to it. */
export function PictureDialog({ purpose, opened, onClose, ...rest }: PictureDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={TEXTS[purpose].title} size="lg">
      {opened && <Choices purpose={purpose} onClose={onClose} {...rest} />}
    </Dialog>
  );
}

function Choices({ purpose, chosen, onChoose, onClose }: Omit<PictureDialogProps, 'opened'>) {
  const choose = (choice: Chosen) => {
    onChoose(choice);
    onClose();
  };
  return (
    <div className={styles.dialog} data-testid="picture-dialog">
      {purpose === 'guide' && (
        <ul className={styles.tiles} aria-label="Outlines">
          {GUIDES.map((guide) => (
            <li key={guide}>
              <Tile
                label={GUIDE_NAMES[guide]}
                isChosen={chosen.guide === guide}
                onClick={() => choose({ guide, imageId: null })}
                testId={`guide-${guide}`}
                isNamed
              >
                <GuidePicture guide={guide} />
              </Tile>
            </li>
          ))}
        </ul>
      )}
      <Upload purpose={purpose} onDone={({ id }) => choose({ guide: null, imageId: id })} />
      <Uploaded
        purpose={purpose}
        chosenId={chosen.imageId}
        onChoose={(imageId) => choose({ guide: null, imageId })}
      />
    </div>
  );
}

function Upload({ purpose, onDone }: { purpose: Purpose; onDone: (image: SlotImage) => void }) {
  const { upload: label, help, accept } = TEXTS[purpose];
  const upload = useWorkspaceMutation<File, SlotImage>(
    (api, file) => api.post(`slot-images?purpose=${purpose}`, file),
    { quiet: true, onSuccess: onDone },
  );
  return (
    <div className={styles.upload}>
      <FormError error={upload.error} />
      <FileButton
        accept={accept}
        onChange={(file) => file !== null && upload.mutate(file)}
        inputProps={{ 'data-testid': 'picture-file', 'aria-label': label } as object}
      >
        {(props) => (
          <Button
            variant="default"
            leftSection={<Icon name="upload" size={16} />}
            loading={upload.isPending}
            {...props}
          >
            {label}
          </Button>
        )}
      </FileButton>
      <p>{help}</p>
    </div>
  );
}

interface UploadedProps {
  purpose: Purpose;
  chosenId: string | null;
  onChoose: (id: string) => void;
}

/** Those that the team has used before. */
function Uploaded({ purpose, chosenId, onChoose }: UploadedProps) {
  const pages = useWorkspacePages<SlotImage>('slot-images', { purpose });
  const [deleted, setDeleted] = useState<string | null>(null);
  const remove = useWorkspaceMutation<string>((api, id) => api.delete(`slot-images/${id}`), {
    success: 'Picture deleted.',
    quiet: true,
  });
  if (pages.error !== null && pages.rows === undefined)
    return <ErrorState error={pages.error} onRetry={pages.refetch} />;
  if (pages.rows === undefined || pages.rows.length === 0) return null;
  return (
    <>
      <h3 className={styles.earlier}>Uploaded before</h3>
      <ul className={styles.tiles} aria-label="Uploaded before">
        {pages.rows.map(({ id, width, height }, index) => (
          <li key={id}>
            <Tile
              label={`Picture ${index + 1}, ${width} by ${height}`}
              isChosen={chosenId === id}
              onClick={() => onChoose(id)}
              testId="earlier-picture"
            >
              <SlotPicture id={id} purpose={purpose} />
            </Tile>
            <button
              type="button"
              className={styles.delete}
              aria-label={`Delete picture ${index + 1}`}
              onClick={() => setDeleted(id)}
              data-testid="delete-picture"
            >
              <Icon name="trash" size={16} />
            </button>
          </li>
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          variant="default"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show more
        </Button>
      )}
      <ConfirmDialog
        opened={deleted !== null}
        onClose={() => setDeleted(null)}
        title="Delete this picture?"
        action="Delete picture"
        onConfirm={async () => deleted !== null && remove.mutateAsync(deleted)}
      >
        Customers no longer see it, also in requests, links and templates that use it.
      </ConfirmDialog>
    </>
  );
}

interface TileProps {
  label: string;
  isChosen: boolean;
  isNamed?: boolean;
  onClick: () => void;
  testId: string;
  children: React.ReactNode;
}

function Tile({ label, isChosen, isNamed, onClick, testId, children }: TileProps) {
  return (
    <button
      type="button"
      className={styles.tile}
      aria-label={label}
      aria-pressed={isChosen}
      onClick={onClick}
      data-testid={testId}
    >
      <span className={styles.picture}>{children}</span>
      {isNamed && <span aria-hidden="true">{label}</span>}
    </button>
  );
}
