import { useMemo } from 'react';
import { encode } from 'uqr';
import { qrPath } from './qr-path.ts';

/** Always dark on light, with the quiet zone that scanners need, also on dark pages. */
export function QrCode({ value, label, className }: { value: string; label: string; className?: string }) {
  const { size, path } = useMemo(() => {
    const { data } = encode(value, { ecc: 'M', border: 4 });
    return { size: data.length, path: qrPath(data) };
  }, [value]);
  return (
    <svg
      className={className}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
      data-testid="qr-code"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#0d1115" />
    </svg>
  );
}
