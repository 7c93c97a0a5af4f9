import { Tooltip } from '@mantine/core';
import { type DOMAttributes, type ReactElement, useEffect, useRef, useState } from 'react';
import { useTimeZone } from '../api/workspace.tsx';
import { TOOLTIP_DELAY_MS } from '../theme/theme.ts';
import { exactTime, relativeTime, untilNextChange } from './time.ts';

/**
 * A moment. Relative with the exact one in a tooltip, exact alone, or both. Times are of the workspace's zone.
 * `value` is the API's text; null shows `none`.
 */
export function Time({
  value,
  show = 'relative',
  none = 'Never',
}: {
  value: string | null;
  show?: 'relative' | 'exact' | 'both';
  none?: string;
}) {
  const timeZone = useTimeZone();
  const at = value === null ? Number.NaN : Date.parse(value);
  const now = useNow(show === 'exact' ? Number.NaN : at);
  if (value === null) return <span>{none}</span>;
  const exact = () => exactTime(at, timeZone);
  if (show === 'exact') return <time dateTime={value}>{exact()}</time>;
  const relative = relativeTime(at, now);
  if (show === 'both')
    return (
      <time dateTime={value}>
        {exact()} <span style={{ color: 'var(--quiet)', whiteSpace: 'nowrap' }}>({relative})</span>
      </time>
    );
  return (
    <WithTooltip label={exact}>
      {(events) => (
        <time dateTime={value} style={{ whiteSpace: 'nowrap' }} {...events}>
          {relative}
        </time>
      )}
    </WithTooltip>
  );
}

/** A tooltip costs more than all else in a row of a list. It is there only while someone points at the text. */
function WithTooltip({
  label,
  children,
}: {
  label: () => string;
  children: (events: Pick<DOMAttributes<HTMLElement>, 'onMouseEnter' | 'onMouseLeave'>) => ReactElement;
}) {
  const [isPointedAt, setPointedAt] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = children({
    onMouseEnter: () => {
      timer.current = setTimeout(() => setPointedAt(true), TOOLTIP_DELAY_MS);
    },
    onMouseLeave: () => {
      clearTimeout(timer.current);
      setPointedAt(false);
    },
  });
  return isPointedAt ? (
    <Tooltip label={label()} opened>
      {text}
    </Tooltip>
  ) : (
    text
  );
}

function useNow(at: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (Number.isNaN(at)) return;
    const timer = setTimeout(() => setNow(Date.now()), untilNextChange(at, now));
    return () => clearTimeout(timer);
  }, [at, now]);
  return now;
}
