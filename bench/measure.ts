/** One line of the benchmark: a measured value, its reference and its goal. */
export interface Row {
  name: string
  value: number
  unit: 'ms' | 'MB' | 'x' | 's' | 'points'
  /** Reference of the same run that `value` is compared with; null if the goal is absolute. */
  against: string | null
  /** Upper limit of `value`; null for a value that is only reported. */
  goal: number | null
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** @param share of the values that are at most the result, such as 0.95 */
export const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

/** Returns the milliseconds that `work` takes. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Alternates between both, so that noise affects both alike. @returns the medians, in milliseconds */
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

/** Samples a value while `work` runs. @returns its highest increase over the start */
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
