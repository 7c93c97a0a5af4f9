import { Modal, type ModalProps } from '@mantine/core';
import { useEffect, useState } from 'react';

/** A page has several that are rarely opened: until then they cost it nothing. */
export function Dialog({ opened, ...props }: ModalProps) {
  const [isMounted, setMounted] = useState(false);
  // Closed at first and opened right after, so that it comes with its transition.
  useEffect(() => {
    if (opened) setMounted(true);
  }, [opened]);
  if (!opened && !isMounted) return null;
  return <Modal opened={opened && isMounted} closeButtonProps={{ 'aria-label': 'Close' }} {...props} />;
}
