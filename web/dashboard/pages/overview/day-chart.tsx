import { useElementSize } from '@mantine/hooks';
import { useId, useState } from 'react';
import { calendarDay } from '../../components/index.ts';
import styles from './chart.module.css';
import { BEFORE, ChartBars } from './chart-bars.tsx';

export interface Day {
  date: string;
  requests: number;
  submissions: number;
  photos: number;
}

const HEIGHT = 244;

/** Requests and photos by day. By pointer or arrow keys a day is read out; the table says all of it. */
export function DayChart({ days, asTable }: { days: Day[]; asTable: boolean }) {
  return asTable ? <DayTable days={days} /> : <DayBars days={days} />;
}

function DayBars({ days }: { days: Day[] }) {
  const { ref, width } = useElementSize();
  const [chosen, setChosen] = useState<number | null>(null);
  const id = useId();
  const day = chosen === null ? undefined : days[chosen];
  const shown = day ?? sum(days);
  const pointAt = (event: React.PointerEvent<HTMLElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const along = (event.clientX - box.left - BEFORE) / (box.width - BEFORE);
    const index = Math.floor(along * days.length);
    setChosen(Math.max(0, Math.min(days.length - 1, index)));
  };

  return (
    <div>
      <div className={styles.legend}>
        <span className={styles.when}>{day === undefined ? 'Last 30 days' : calendarDay(day.date)}</span>
        <span data-series="photos">
          <b>{shown.photos.toLocaleString('en')}</b> {shown.photos === 1 ? 'photo' : 'photos'}
        </span>
        <span data-series="requests">
          <b>{shown.requests.toLocaleString('en')}</b> {shown.requests === 1 ? 'request' : 'requests'}
        </span>
      </div>
      <div ref={ref} className={styles.canvas}>
        {width > 0 && <ChartBars days={days} width={width} height={HEIGHT} chosen={chosen} />}
        <input
          id={id}
          type="range"
          className={styles.reader}
          aria-label="Day"
          aria-valuetext={describe(days[chosen ?? days.length - 1])}
          min={0}
          max={days.length - 1}
          value={chosen ?? days.length - 1}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
          onPointerMove={pointAt}
          onPointerLeave={() => setChosen(null)}
          onBlur={() => setChosen(null)}
        />
      </div>
    </div>
  );
}

function DayTable({ days }: { days: Day[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section className={styles.tableBox} tabIndex={0} aria-label="Requests and photos by day">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Requests</th>
            <th scope="col">Submissions</th>
            <th scope="col">Photos</th>
          </tr>
        </thead>
        <tbody>
          {days.toReversed().map(({ date, requests, submissions, photos }) => (
            <tr key={date}>
              <th scope="row">{calendarDay(date)}</th>
              <td>{requests}</td>
              <td>{submissions}</td>
              <td>{photos}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function sum(days: Day[]): { requests: number; photos: number } {
  return days.reduce(
    (total, day) => ({ requests: total.requests + day.requests, photos: total.photos + day.photos }),
    { requests: 0, photos: 0 },
  );
}

function describe(day: Day | undefined): string {
  return day === undefined ? '' : `${calendarDay(day.date)}: ${day.requests} requests, ${day.photos} photos`;
}
