import {
  Fragment,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

/** So many rows come and go together. */
const GROUP_SIZE = 10;
/** Shorter lists are drawn whole. */
const LONG = 100;
/** How far from the screen rows are drawn already, or still. */
const MARGIN = '1500px 0px';

/**
 * The rows of a list that may be endless. Groups of them far from the screen give their place to an empty row as high
 * as they were, so that the page stays light however far someone scrolls.
 */
export function TableRows<T extends object>({
  rows,
  rowKey,
  children,
}: {
  rows: T[];
  rowKey: (row: T) => string;
  children: (row: T, index: number) => ReactNode;
}) {
  const isLong = rows.length > LONG;
  const starts = Array.from(
    { length: Math.ceil(rows.length / GROUP_SIZE) },
    (_, group) => group * GROUP_SIZE,
  );
  return starts.map((start) => (
    <RowGroup key={start} first={rows[start]} canBeEmpty={isLong}>
      {() =>
        rows
          .slice(start, start + GROUP_SIZE)
          .map((row, index) => <Fragment key={rowKey(row)}>{children(row, start + index)}</Fragment>)
      }
    </RowGroup>
  ));
}

/** How high groups were, by their first row: whoever comes back to a long list need not wait until all of it is drawn. */
const heights = new WeakMap<object, number>();

function RowGroup({
  first,
  canBeEmpty,
  children,
}: {
  first: object | undefined;
  canBeEmpty: boolean;
  children: () => ReactNode;
}) {
  const body = useRef<HTMLTableSectionElement>(null);
  /** null while the rows are drawn. */
  const [height, setHeight] = useState<number | null>(() => (first && heights.get(first)) ?? null);
  useEffect(() => {
    const group = body.current;
    if (!canBeEmpty || group === null) return;
    const observer = new IntersectionObserver(
      (changes) => {
        const entry = changes.at(-1);
        if (entry === undefined) return;
        // Who stands in it with the keyboard continues there.
        const isNeeded = entry.isIntersecting || group.contains(document.activeElement);
        const follow = () => setHeight((now) => (isNeeded ? null : (now ?? entry.boundingClientRect.height)));
        // What is looked at comes first, and does not wait for what is only near it.
        if (isOnScreen(entry.boundingClientRect)) follow();
        else startTransition(follow);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(group);
    return () => observer.disconnect();
  }, [canBeEmpty]);
  useLayoutEffect(() => {
    const group = body.current;
    return () => {
      if (canBeEmpty && group !== null && first !== undefined)
        heights.set(first, group.getBoundingClientRect().height);
    };
  }, [canBeEmpty, first]);
  const isEmpty = canBeEmpty && height !== null;
  return <tbody ref={body}>{isEmpty ? <EmptyPlace height={height} /> : children()}</tbody>;
}

function isOnScreen({ top, bottom }: DOMRectReadOnly): boolean {
  return bottom > 0 && top < window.innerHeight;
}

function EmptyPlace({ height }: { height: number }) {
  const bare = { padding: 0, border: 0 };
  return (
    <tr style={bare}>
      <td colSpan={100} style={{ ...bare, height }} />
    </tr>
  );
}
