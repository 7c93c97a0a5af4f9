import { Button, Progress } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { PhotoRequest } from '../../../../../src/photo-requests/schema.ts';
import { useWorkspace } from '../../../api/workspace.tsx';
import { Icon, useNotify } from '../../../components/index.ts';
import styles from './detail.module.css';
import { fetchFile } from './fetch-file.ts';
import { saveFile } from './save-file.ts';

/** More than that is left to the browser, which writes it to the disk as it comes. */
const MAX_IN_MEMORY = 300_000_000;

export function DownloadButtons({ request }: { request: PhotoRequest }) {
  const { address } = useWorkspace();
  const report = address(`photo-requests/${request.id}/report.pdf`);
  return (
    <>
      <ZipButton request={request} variant="original" label="Download all (ZIP)" />
      {request.items.every(({ sealed_url }) => sealed_url !== null) && (
        <ZipButton request={request} variant="sealed" label="Sealed photos (ZIP)" />
      )}
      <Button
        component="a"
        href={report}
        target="_blank"
        rel="noopener"
        variant="default"
        leftSection={<Icon name="print" size={16} />}
        data-testid="download-pdf"
      >
        PDF report
      </Button>
    </>
  );
}

interface ZipButtonProps {
  request: PhotoRequest;
  /** Sealed photos carry content credentials that anyone can check. */
  variant: 'original' | 'sealed';
  label: string;
}

function ZipButton({ request, variant, label }: ZipButtonProps) {
  const { address } = useWorkspace();
  const notify = useNotify();
  const running = useRef<AbortController | null>(null);
  const [share, setShare] = useState<number | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const zip = address(`photo-requests/${request.id}/photos.zip`, { photos: variant });
  const bytes = request.items.reduce((sum, photo) => sum + photo.bytes, 0);
  const look = { variant: 'default', leftSection: <Icon name="download" size={16} /> } as const;

  if (bytes > MAX_IN_MEMORY)
    return (
      <Button component="a" href={zip} download {...look}>
        {label}
      </Button>
    );

  const start = async () => {
    const controller = new AbortController();
    running.current = controller;
    setShare(0);
    try {
      saveFile(await fetchFile(zip, controller.signal, setShare));
    } catch (error) {
      if (!controller.signal.aborted) notify.failure(error);
    } finally {
      setShare(null);
    }
  };
  if (share === null)
    return (
      <Button
        {...look}
        onClick={start}
        data-testid={variant === 'original' ? 'download-zip' : 'download-sealed-zip'}
      >
        {label}
      </Button>
    );
  const percent = Math.round(share * 100);
  return (
    <div className={styles.progress} data-testid="zip-progress">
      <Progress value={percent} aria-label="Download" />
      <span>{percent}%</span>
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => running.current?.abort()}>
        Cancel
      </Button>
    </div>
  );
}
