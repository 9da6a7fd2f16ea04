import { t } from '@lingui/core/macro'
import type { ResultColumn, ResultWindow } from '@sightline/contract/results.ts'
import { isInstant } from '@sightline/domain/format/date.ts'
import { useTimeZone } from '../ui/time-zone.tsx'

/** The parts of a window that say which times it has. */
interface ShownRows extends Pick<ResultWindow, 'rows'> {
  result: { columns: readonly Pick<ResultColumn, 'type'>[] }
}

/** The time zone in which a result is shown, after its age; nothing if no time in its first rows depends on it. */
export function ResultZone({ first }: { first: ShownRows }) {
  const timeZone = useTimeZone()
  return hasInstants(first) ? <span title={t`Time zone of the times shown`}> · {timeZone}</span> : null
}

/** Whether any of the rows has a time with a zone. */
function hasInstants({ result, rows }: ShownRows): boolean {
  const isTime = result.columns.map(({ type }) => type === 'datetime')
  return rows.some((row) => row.some((cell, index) => isTime[index] && typeof cell === 'string' && isInstant(cell)))
}
