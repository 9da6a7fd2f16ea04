import type { Installation, WorkerStatus } from '@sightline/contract/status.ts'
import { bytesText } from '@sightline/domain/format/units.ts'

/** A disk with less than this part free is soon full. */
const LOW_PART = 0.1

/** What somebody should see to, worst first: each a sentence. */
export function concernsOf({ disk }: Pick<Installation, 'disk'>, workers: readonly WorkerStatus[]): string[] {
  const lost = workers.filter(({ state }) => state === 'lost')
  const isLow = disk !== null && disk.free < disk.total * LOW_PART
  return [
    ...(workers.length === lost.length ? ['No worker is running: queries wait until one is started.'] : []),
    ...lost.map(({ name }) => `The worker ${name} has given no sign of life for more than half a minute.`),
    ...(isLow ? [`The disk is nearly full: ${bytesText(disk.free)} are free.`] : []),
  ]
}
