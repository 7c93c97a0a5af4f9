import { createElement, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { ShutterpostCapture } from '../src/react.ts';

/** A business's page in React, which shows what it heard. */
function Shop({ url }: { url: string }) {
  const [isOpen, setOpen] = useState(false);
  const [heard, setHeard] = useState<string[]>([]);
  const hear = (type: string) => setHeard((before) => [...before, type]);
  const close = () => {
    setOpen(false);
    hear('closed');
  };
  return createElement(
    'main',
    null,
    createElement('button', { type: 'button', onClick: () => setOpen(true) }, 'Photos'),
    createElement('p', { id: 'heard' }, heard.join(' ')),
    createElement(ShutterpostCapture, { url, open: isOpen, onReady: () => hear('ready'), onClosed: close }),
  );
}

const root = document.getElementById('root');
if (root !== null) createRoot(root).render(createElement(Shop, { url: root.dataset.url ?? '' }));
