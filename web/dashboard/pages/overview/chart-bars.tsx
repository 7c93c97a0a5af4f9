import { calendarDay } from '../../components/index.ts';
import styles from './chart.module.css';
import { axisTicks, namedDays } from './chart-scale.ts';
import type { Day } from './day-chart.tsx';

const BELOW = 24;
const ABOVE = 8;
/** For the numbers of the axis. */
export const BEFORE = 32;
const NAME_WIDTH = 64;

/** Drawn for eyes alone: the range input above it and the table say the same. */
export function ChartBars({
  days,
  width,
  height,
  chosen,
}: {
  days: Day[];
  width: number;
  height: number;
  chosen: number | null;
}) {
  const ticks = axisTicks(Math.max(...days.map(({ requests, photos }) => Math.max(requests, photos))));
  const top = ticks.at(-1) ?? 1;
  const plot = height - BELOW - ABOVE;
  const y = (value: number) => ABOVE + plot - (value / top) * plot;
  const slot = (width - BEFORE) / days.length;
  const bar = Math.min(12, Math.max(2, slot * 0.36));
  const named = new Set(namedDays(days.length, width / NAME_WIDTH));

  return (
    <svg width={width} height={height} aria-hidden="true" className={styles.drawing}>
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={BEFORE}
            x2={width}
            y1={y(tick)}
            y2={y(tick)}
            className={styles.grid}
            data-zero={tick === 0 || undefined}
          />
          <text x={BEFORE - 8} y={y(tick) + 4} textAnchor="end" className={styles.tick}>
            {tick.toLocaleString('en')}
          </text>
        </g>
      ))}
      {days.map((day, index) => {
        const middle = BEFORE + slot * (index + 0.5);
        return (
          <g key={day.date} opacity={chosen === null || chosen === index ? 1 : 0.35}>
            <Bar x={middle - bar - 0.5} from={y(0)} to={y(day.photos)} width={bar} series="photos" />
            <Bar x={middle + 0.5} from={y(0)} to={y(day.requests)} width={bar} series="requests" />
            {named.has(index) && (
              <text
                x={Math.min(middle, width - 20)}
                y={height - 6}
                textAnchor={index === 0 ? 'start' : 'middle'}
                className={styles.tick}
              >
                {calendarDay(day.date)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function Bar({
  x,
  from,
  to,
  width,
  series,
}: {
  x: number;
  from: number;
  to: number;
  width: number;
  series: string;
}) {
  if (from - to < 0.5) return null;
  return (
    <rect
      x={x}
      y={to}
      width={width}
      height={from - to}
      rx={Math.min(3, width / 2)}
      className={styles.bar}
      data-series={series}
    />
  );
}
