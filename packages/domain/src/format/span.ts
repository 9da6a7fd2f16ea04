const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * A span of time in its two largest units: `250ms`, `4.25s`, `1m 05s`, `1h 05m`, `3d 04h`; the second one is left out where it is
 * zero.
 * @param seconds also negative
 * @param decimalMark separates the decimals of seconds
 */
export function spanText(seconds: number, decimalMark = '.'): string {
  const text = sizeText(Math.abs(seconds)).replace('.', decimalMark)
  return seconds < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

// Each unit is tried after rounding, so that 59.999 seconds are a minute.
function sizeText(seconds: number): string {
  if (seconds === 0) return '0s'
  if (seconds < 0.9995) return `${seconds < 0.01 ? Number((seconds * 1000).toPrecision(2)) : Math.round(seconds * 1000)}ms`
  const precise = Math.round(seconds * 100) / 100
  if (precise < MINUTE) return `${precise}s`
  const whole = Math.round(seconds)
  if (whole < HOUR) return inUnits(whole, MINUTE, 'm', 1, 's')
  const minutes = Math.round(seconds / MINUTE) * MINUTE
  if (minutes < DAY) return inUnits(minutes, HOUR, 'h', MINUTE, 'm')
  return inUnits(Math.round(seconds / HOUR) * HOUR, DAY, 'd', HOUR, 'h')
}

function inUnits(seconds: number, large: number, largeName: string, small: number, smallName: string): string {
  const rest = Math.round((seconds % large) / small)
  const first = `${Math.floor(seconds / large)}${largeName}`
  return rest === 0 ? first : `${first} ${String(rest).padStart(2, '0')}${smallName}`
}
