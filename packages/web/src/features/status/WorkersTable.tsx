import { Badge } from '@mantine/core'
import type { WorkerStatus } from '@sightline/contract/status.ts'
import blocks from '../../ui/blocks.module.css'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import styles from './StatusPage.module.css'

const tones = { busy: 'warn', idle: 'ok', lost: 'err' } as const

const columns: ListColumn<WorkerStatus>[] = [
  { kind: 'custom', title: 'Worker', render: ({ name }) => name },
  { kind: 'custom', title: 'State', width: 90, render: ({ state }) => <Badge data-tone={tones[state]}>{state}</Badge> },
  {
    kind: 'custom',
    title: 'Running',
    align: 'right',
    width: 90,
    render: ({ running, slots }) => `${running} of ${slots}`,
  },
  { kind: 'time-ago', title: 'Last Heartbeat', width: 150, value: ({ last_heartbeat }) => last_heartbeat },
  { kind: 'time-ago', title: 'Started', width: 150, hideBelow: 1100, value: ({ birth_date }) => birth_date },
  {
    kind: 'custom',
    title: 'Done',
    align: 'right',
    width: 80,
    hideBelow: 600,
    render: ({ successful_jobs }) => successful_jobs,
  },
  { kind: 'custom', title: 'Failed', align: 'right', width: 80, hideBelow: 600, render: ({ failed_jobs }) => failed_jobs },
  {
    kind: 'duration',
    title: 'Busy Time',
    align: 'right',
    width: 120,
    hideBelow: 1100,
    value: ({ total_working_time }) => total_working_time,
  },
  { kind: 'custom', title: 'Version', width: 90, hideBelow: 1100, render: ({ version }) => version },
]

/** The worker processes and whether they still send heartbeats. */
export function WorkersTable({ workers }: { workers: WorkerStatus[] }) {
  return (
    <section aria-label="Workers">
      <h2 className={blocks.title}>Workers</h2>
      <div className={blocks.card}>
        {workers.length === 0 && <p className={`${blocks.none} ${styles.none}`}>There are no workers.</p>}
        {workers.length > 0 && (
          <ItemsTable
            label="Workers"
            columns={columns}
            items={workers}
            keyOf={({ name, birth_date }) => `${name} ${birth_date}`}
            order=""
            onOrder={() => {}}
            isStale={false}
          />
        )}
      </div>
    </section>
  )
}
