type Labels = Record<string, string | number>;

interface PrintedLine {
  metricName?: string;
  labels: Labels;
  value: number;
}

/** In the form in which prom-client's registry prints it. */
export interface PrintedMetric {
  name: string;
  get(): Promise<{ name: string; help: string; type: string; aggregator: string; values: PrintedLine[] }>;
}

/** For one set of labels. */
export interface Tally {
  count: number;
}

export interface Timings {
  observe(value: number): void;
}

export interface Counter extends PrintedMetric {
  /** The same for the same labels: whoever counts often keeps it. */
  of(labels: Labels): Tally;
}

export interface Histogram extends PrintedMetric {
  of(labels: Labels): Timings;
}

/**
 * Counters and histograms of which a caller can keep the one it needs: then counting is an addition. The library's own look
 * up their labels at every call, which costs too much for small calls.
 */
export function createCounter(name: string, help: string): Counter {
  const children = childrenOf<Tally>(() => ({ count: 0 }));
  return {
    name,
    of: children.of,
    async get() {
      const values = children.all().map(({ labels, child }) => ({ labels, value: child.count }));
      return { name, help, type: 'counter', aggregator: 'sum', values };
    },
  };
}

interface Distribution extends Timings {
  /** The last one is for whatever is beyond the last bound. */
  counts: number[];
  sum: number;
}

export function createHistogram(name: string, help: string, bounds: number[]): Histogram {
  const children = childrenOf<Distribution>(() => ({
    counts: new Array(bounds.length + 1).fill(0),
    sum: 0,
    observe(value) {
      let bucket = 0;
      while (bucket < bounds.length && value > (bounds[bucket] as number)) bucket += 1;
      this.counts[bucket] = (this.counts[bucket] as number) + 1;
      this.sum += value;
    },
  }));

  function linesOf(labels: Labels, { counts, sum }: Distribution): PrintedLine[] {
    let total = 0;
    const buckets = counts.map((count, index) => {
      total += count;
      const le = bounds[index] ?? '+Inf';
      return { metricName: `${name}_bucket`, labels: { le, ...labels }, value: total };
    });
    return [
      ...buckets,
      { metricName: `${name}_sum`, labels, value: sum },
      { metricName: `${name}_count`, labels, value: total },
    ];
  }

  return {
    name,
    of: children.of,
    async get() {
      const values = children.all().flatMap(({ labels, child }) => linesOf(labels, child));
      return { name, help, type: 'histogram', aggregator: 'sum', values };
    },
  };
}

function childrenOf<Child>(create: () => Child) {
  const known = new Map<string, { labels: Labels; child: Child }>();
  return {
    all: () => [...known.values()],
    of(labels: Labels): Child {
      const key = JSON.stringify(labels);
      let found = known.get(key);
      if (found === undefined) {
        found = { labels, child: create() };
        known.set(key, found);
      }
      return found.child;
    },
  };
}
