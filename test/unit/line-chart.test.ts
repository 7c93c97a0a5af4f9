import { describe, expect, it } from 'vitest';
import { linearAxis, logAxis, logValueAxis } from '../../bench/charts/axis.ts';
import { lineChart } from '../../bench/charts/line-chart.ts';

const SPAN = { from: 0, to: 300 };

describe('the axes of a chart', () => {
  it('should give the same distance to the same factor on a logarithmic axis', () => {
    const axis = logAxis([1_000, 10_000, 100_000, 1_000_000], SPAN);
    expect(axis.ticks.map((tick) => Math.round(axis.place(tick)))).toEqual([0, 100, 200, 300]);
  });

  it.each([
    [
      [0.3, 0.7],
      [0.2, 0.5, 1],
    ],
    [
      [0.3, 25],
      [0.2, 0.5, 1, 2, 5, 10, 20, 50],
    ],
    [
      [0.03, 250],
      [0.1, 1, 10, 100],
    ],
    [
      [12, 12],
      [10, 20],
    ],
  ])('should mark round values around %s', (values, ticks) => {
    const axis = logValueAxis(values, SPAN);
    expect(axis.ticks).toEqual(ticks);
    for (const value of values) {
      expect(axis.place(value)).toBeGreaterThanOrEqual(0);
      expect(axis.place(value)).toBeLessThanOrEqual(300);
    }
  });

  it.each([
    [180, [0, 50, 100, 150, 200]],
    [1, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [7, [0, 2, 4, 6, 8]],
  ])('should go from zero in round steps up to %s', (highest, ticks) => {
    expect(linearAxis([highest], SPAN).ticks).toEqual(ticks);
  });
});

describe('a chart', () => {
  const curve = {
    name: 'a-chart',
    title: 'Costs <now> & then',
    xLabel: 'rows',
    yLabel: 'ms',
    isLogY: true,
    series: [
      {
        name: 'get',
        points: [
          { x: 1_000, y: 0.5 },
          { x: 10_000, y: 0.6 },
        ],
      },
      {
        name: 'list',
        points: [
          { x: 1_000, y: 0.5 },
          { x: 10_000, y: 0.6 },
        ],
      },
    ],
  };

  it('should name its axes and lines, and tell its figures to whoever cannot see it', () => {
    const picture = lineChart(curve);
    for (const text of [
      'Costs &lt;now&gt; &amp; then',
      '>rows<',
      '>ms<',
      '>get<',
      '>list<',
      '1,000: 0.5, 10,000: 0.6',
    ]) {
      expect(picture).toContain(text);
    }
  });

  it('should move the names of lines apart that end at the same place', () => {
    const places = [...lineChart(curve).matchAll(/<text x="620" y="([\d.]+)">/g)].map(([, y]) => Number(y));
    expect(places).toHaveLength(2);
    expect(Math.abs((places[0] ?? 0) - (places[1] ?? 0))).toBeGreaterThanOrEqual(17);
  });

  it('should refuse to draw nothing', () => {
    expect(() => lineChart({ ...curve, series: [] })).toThrow(/nothing to draw/);
  });
});
