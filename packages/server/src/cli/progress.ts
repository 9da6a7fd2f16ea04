import type { Progress } from '../platform/backup/parts.ts'

/** Copies below this size take a moment. */
const MIN_BYTES = 10 * 1024 * 1024
const STEPS = 10

/** Reports every tenth of a copy in a line. @param action such as `Checked` */
export function progressLines(report: (line: string) => void, action: string): Progress {
  let reported = 0
  return (bytes, all) => {
    const step = Math.floor((STEPS * bytes) / Math.max(all, 1))
    if (all < MIN_BYTES || step <= reported || step >= STEPS) return
    reported = step
    report(`${action} ${sizeText(bytes)} of about ${sizeText(all)}.`)
  }
}

/** A number of bytes for operators. */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  for (; value >= 1000 && unit < units.length - 1; unit++) value /= 1000
  return `${unit === 0 ? value : value.toFixed(1)} ${units[unit]}`
}
