import { Button } from '@mantine/core';
import { Link } from 'react-router';
import styles from './data-table.module.css';
import { TableSkeleton } from './skeletons.tsx';
import { ErrorState } from './states.tsx';

export interface Column<T> {
  /** Unique within the table. */
  key: string;
  header: string;
  render: (row: T) => React.ReactNode;
  align?: 'end';
  /** CSS width of the column on wide screens. */
  width?: string;
  /** Left out of the cards on phones. */
  hideOnPhone?: boolean;
  /** No name before the value on phones: titles, badges, buttons. */
  bare?: boolean;
}

export interface DataTableProps<T> {
  /** What the table lists, for screen readers. */
  label: string;
  /** The first column is the title of the card on phones, and carries the link. */
  columns: Column<T>[];
  /** undefined while the first rows are on their way. */
  rows: T[] | undefined;
  rowKey: (row: T) => string;
  /** Where a row leads. */
  rowLink?: (row: T) => string;
  empty: React.ReactNode;
  error?: Error | null;
  onRetry?: () => unknown;
  /** Of `useWorkspacePages`: pass the whole of it and the table loads on. */
  more?: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
}

/** A table on wide screens, cards on phones; the same markup, so nothing is read out twice. */
export function DataTable<T>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, rowLink, empty, error, onRetry, more } = props;
  if (rows === undefined) return error ? <ErrorState error={error} onRetry={onRetry} /> : <TableSkeleton />;
  if (rows.length === 0) return empty;
  return (
    <>
      <table className={styles.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ key, header, align, width }) => (
              <th key={key} scope="col" data-align={align} style={{ width }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={rowKey(row)} row={row} columns={columns} link={rowLink?.(row)} />
          ))}
        </tbody>
      </table>
      {more?.hasNextPage && (
        <div className={styles.more}>
          <Button
            variant="default"
            loading={more.isFetchingNextPage}
            onClick={() => void more.fetchNextPage()}
          >
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

function Row<T>({ row, columns, link }: { row: T; columns: Column<T>[]; link: string | undefined }) {
  return (
    <tr data-linked={link === undefined ? undefined : true}>
      {columns.map(({ key, header, render, align, hideOnPhone, bare }, index) => (
        <td
          key={key}
          data-align={align}
          data-hide={hideOnPhone || undefined}
          data-title={index === 0 || undefined}
        >
          {index > 0 && !bare && (
            <span className={styles.name} aria-hidden="true">
              {header}
            </span>
          )}
          {index === 0 && link !== undefined ? (
            <Link to={link} className={styles.link}>
              {render(row)}
            </Link>
          ) : (
            <div className={styles.value}>{render(row)}</div>
          )}
        </td>
      ))}
    </tr>
  );
}
