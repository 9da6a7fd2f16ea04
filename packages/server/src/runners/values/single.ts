/** Digits that surely tell a number of four bytes from its neighbours. */
const MOST_DIGITS = 9

/** A number of four bytes as the one with the fewest digits that it stands for: 0.1 and not 0.10000000149011612. */
export function shortestSingle(value: number): number {
  if (!Number.isFinite(value)) return value
  for (let digits = 1; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return Number(value.toPrecision(MOST_DIGITS))
}
