import type { Failure, FuzzReport } from './fuzz.ts'

/** Number of characters printed of a body or header. */
const SHOWN = 1000

/** Formats the number of calls by caller and status. `hang` counts all calls that timed out once; only those that time out
 * twice are failures. */
export function tableOf({ counts }: FuzzReport): string {
  const kinds = [...new Set([...counts.values()].flatMap((ofCaller) => [...ofCaller.keys()]))].sort()
  const rows = [...counts].map(([caller, ofCaller]) => [caller, ...kinds.map((kind) => String(ofCaller.get(kind) ?? ''))])
  const sums = kinds.map((kind) => String([...counts.values()].reduce((sum, ofCaller) => sum + (ofCaller.get(kind) ?? 0), 0)))
  const lines = [['', ...kinds], ...rows, ['all', ...sums]]
  return lines.map(([first = '', ...others]) => first.padEnd(16) + others.map((cell) => cell.padStart(8)).join('')).join('\n')
}

/** Formats the number of failures by operation and reason. */
export function summaryOf({ failures }: FuzzReport): string {
  const groups = Map.groupBy(failures, ({ call, reason }) => `${call.operation}: ${reason.slice(0, 100)}`)
  return [...groups].map(([what, all]) => `${String(all.length).padStart(6)} x ${what}`).join('\n')
}

/** Formats a failed call so that it can be read and reproduced. */
export function printed({ call, reason }: Failure): string {
  const { index, caller, method, path, headers, body } = call
  // Printing keys is safe because the installation is deleted after the run.
  const shown = Object.entries(headers).map(([name, value]) => `  ${name}: ${value.slice(0, 200)}`)
  return [
    `#${index} ${caller}: ${method} ${path.slice(0, SHOWN)}`,
    ...shown,
    ...(body === null ? [] : [`  body (${body.length} bytes): ${JSON.stringify(body.toString('latin1').slice(0, SHOWN))}`]),
    `  -> ${reason}`,
  ].join('\n')
}
