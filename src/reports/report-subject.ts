import type { PhotoRequestRow, PhotoRow } from '../platform/db/tables.ts';
import type { ReportImage } from './report-images.ts';

/** What a report is about. */
export interface ReportSubject {
  workspaceName: string;
  logo: ReportImage | null;
  timeZone: string;
  request: PhotoRequestRow;
  /** Those that stand, then those that were taken again. */
  photos: PhotoRow[];
  /** When the report is created. */
  now: number;
}

/** Its number follows those of the photos. */
export function logoNumber({ photos }: Pick<ReportSubject, 'photos'>): number {
  return photos.length;
}
