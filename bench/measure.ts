/** One line of the benchmark: a figure of ours, what it is held against, and the goal. */
export interface Row {
  name: string
  value: number
  unit: 'ms' | 'MB' | 'x' | 's'
  /** The figure of the same run that `value` is held against; null when the goal is absolute. */
  against: string | null
  /** `value` must be at most this; null for a figure that is only reported. */
  goal: number | null
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** @param share such as 0.95: that much of the values are no higher */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Milliseconds that `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Runs both in turn, so that a noisy machine disturbs both alike. @returns the medians, in milliseconds */
export async function inTurn(
  rounds: number,
  ours: () => Promise<unknown>,
  raw: () => Promise<unknown>,
): Promise<{ ours: number; raw: number }> {
  const figures = { ours: [] as number[], raw: [] as number[] }
  for (let round = 0; round < rounds; round++) {
    figures.raw.push(await time(raw))
    figures.ours.push(await time(ours))
  }
  return { ours: median(figures.ours), raw: median(figures.raw) }
}

/** Watches a figure while `work` runs. @returns its highest value above the one at the start */
export async function growthDuring(read: () => number, work: () => Promise<unknown>): Promise<number> {
  const before = read()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, read())
  }, 50)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.max(peak, read()) - before
}

export const MB = 1024 * 1024
