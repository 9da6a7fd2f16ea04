/** Significant decimal digits that every float32 keeps, and those that always tell it from its neighbours. */
const MIN_DIGITS = 6
const MAX_DIGITS = 9
/** Smaller ones are subnormal and have fewer significant digits. */
const SMALLEST_NORMAL = 2 ** -126
/** Integers up to this one are all float32. */
const MAX_EXACT = 2 ** 24
/** With so many decimals, a float32 of this size times a power of ten is exact in a double. */
const MAX_DECIMALS = 12
const MAX_SCALED = 1e7
const TENS = Array.from({ length: MAX_DECIMALS + 1 }, (_, decimals) => 10 ** decimals)

/** The shortest double that is the same float32: 0.1 instead of 0.10000000149011612. Integers stay exact. */
export const shortestFloat32 = (value: number): number => (Number.isInteger(value) ? value : shortFloat32(value))

/** Like `shortestFloat32`, but a large integer has zeros in place of the digits that a float32 does not keep. */
export function shortFloat32(value: number): number {
  if (!Number.isFinite(value) || (Number.isInteger(value) && Math.abs(value) <= MAX_EXACT)) return value
  return (Math.abs(value) < MAX_SCALED ? shortDecimal(value) : undefined) ?? shortExponential(value)
}

/** Tries more and more decimals; undefined for a number that needs too many. */
function shortDecimal(value: number): number | undefined {
  for (const power of TENS) {
    const short = roundedToEven(value * power) / power
    if (Math.fround(short) === value) return short
  }
  return undefined
}

function roundedToEven(scaled: number): number {
  const rounded = Math.round(scaled)
  return rounded - scaled === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded
}

/** Tries more and more significant digits. */
function shortExponential(value: number): number {
  for (let digits = Math.abs(value) < SMALLEST_NORMAL ? 1 : MIN_DIGITS; digits < MAX_DIGITS; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return Number(value.toPrecision(MAX_DIGITS))
}
