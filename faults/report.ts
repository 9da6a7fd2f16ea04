import type { FaultReport } from './faults.ts'
import type { ObservedRow } from './observed.ts'
import { NONE } from './observed.ts'

/** Failures that are shown for each kind of fault; the others are only counted. */
const SHOWN = 4

/** The lines of the table in docs/reliability.md. */
export function tableOf({ rows }: FaultReport): string {
  const lines = rows.filter(({ kind }) => kind !== NONE).map(lineOf)
  return ['| Fault | Injected | Calls that worked | What others saw |', '| --- | --- | --- | --- |', ...lines].join('\n')
}

function lineOf({ kind, faults, worked, failed }: ObservedRow): string {
  const shown = failed.slice(0, SHOWN).map(([what, count]) => `${count} × ${what.replaceAll('|', '\\|')}`)
  const rest = failed.slice(SHOWN).reduce((sum, [, count]) => sum + count, 0)
  return `| ${kind} | ${faults} | ${worked} | ${[...shown, ...(rest > 0 ? [`${rest} × other`] : [])].join('; ')} |`
}

/** Everything else that a run has found. */
export function printed({ checked, speed, memory, logged, violations }: FaultReport): string {
  const lines = [
    ...Object.entries(checked).map(([what, count]) => `${what}: ${count}`),
    `a run took ${speed.before.run.toFixed(1)} ms before and ${speed.after.run.toFixed(1)} ms after`,
    `both together needed ${speed.before.work.toFixed(1)} ms of the processors before and ${speed.after.work.toFixed(1)} ms after`,
    `a list took ${speed.before.list.toFixed(1)} ms before and ${speed.after.list.toFixed(1)} ms after`,
    ...memory.map(({ name, before, after }) => `${name}: ${before} MB, then ${after} MB`),
    '',
    ...logged.map(([message, count]) => `${String(count).padStart(6)}  ${message}`),
    '',
    ...violations.map((violation) => `VIOLATION  ${violation}`),
    `${violations.length} violations`,
  ]
  return lines.join('\n')
}
