import { Button } from '@mantine/core';
import { memo } from 'react';
import { Link } from 'react-router';
import styles from './data-table.module.css';
import { TableSkeleton } from './skeletons.tsx';
import { ErrorState } from './states.tsx';
import { TableRows } from './table-rows.tsx';

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
  /** No name before the value on phones: badges, buttons, times. Several in a row share a line. */
  bare?: boolean;
}

export interface DataTableProps<T extends object> {
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
export function DataTable<T extends object>(props: DataTableProps<T>) {
  const { label, columns, rows, rowKey, rowLink, empty, error, onRetry, more } = props;
  if (rows === undefined) return error ? <ErrorState error={error} onRetry={onRetry} /> : <TableSkeleton />;
  if (rows.length === 0) return empty;
  return (
    <>
      <table
        className={styles.table}
        aria-label={label}
        aria-rowcount={more?.hasNextPage ? -1 : rows.length + 1}
      >
        <thead>
          <tr>
            {columns.map(({ key, header, align, width }) => (
              <th key={key} scope="col" data-align={align} style={{ width }}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <TableRows rows={rows} rowKey={rowKey}>
          {(row, index) => (
            <DataRow row={row} columns={columns} link={rowLink?.(row)} place={index + FIRST_ROW} />
          )}
        </TableRows>
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

/** After the one with the headers. */
const FIRST_ROW = 2;

interface RowProps<T> {
  row: T;
  columns: Column<T>[];
  link: string | undefined;
  place: number;
}

/** Drawn again only when it changed: a list gets longer page by page. */
const DataRow = memo(Row) as typeof Row;

function Row<T>({ row, columns, link, place }: RowProps<T>) {
  return (
    <tr data-linked={link === undefined ? undefined : true} aria-rowindex={place}>
      {columns.map(({ key, header, render, align, hideOnPhone, bare }, index) => (
        <td
          key={key}
          data-align={align}
          data-hide={hideOnPhone || undefined}
          data-title={index === 0 || undefined}
          data-bare={bare || undefined}
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
