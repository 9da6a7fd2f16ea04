/** Digits that a number of four bytes keeps for sure, and those that surely tell it from its neighbours. */
const KEPT_DIGITS = 6
const MOST_DIGITS = 9
/** Smaller ones have fewer digits. */
const SMALLEST_WHOLE = 2 ** -126

/** A number of four bytes as the one with the fewest digits that it stands for: 0.1 and not 0.10000000149011612. Whole ones are exact. */
export function shortestSingle(value: number): number {
  if (!Number.isFinite(value) || Number.isInteger(value)) return value
  for (let digits = Math.abs(value) < SMALLEST_WHOLE ? 1 : KEPT_DIGITS; digits < MOST_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return Number(value.toPrecision(MOST_DIGITS))
}
