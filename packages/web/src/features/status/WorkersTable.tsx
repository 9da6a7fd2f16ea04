import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge } from '@mantine/core'
import type { WorkerStatus } from '@sightline/contract/status.ts'
import blocks from '../../ui/blocks.module.css'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import styles from './StatusPage.module.css'

const tones = { busy: 'warn', idle: 'ok', lost: 'err' } as const

const columns: ListColumn<WorkerStatus>[] = [
  { kind: 'custom', title: t`Worker`, render: ({ name }) => name },
  { kind: 'custom', title: t`State`, width: 90, render: ({ state }) => <Badge data-tone={tones[state]}>{state}</Badge> },
  {
    kind: 'custom',
    title: t`Running`,
    align: 'right',
    width: 90,
    render: ({ running, slots }) => t`${running} of ${slots}`,
  },
  { kind: 'time-ago', title: t`Last Heartbeat`, width: 150, value: ({ last_heartbeat }) => last_heartbeat },
  { kind: 'time-ago', title: t`Started`, width: 150, hideBelow: 1100, value: ({ birth_date }) => birth_date },
  {
    kind: 'custom',
    title: t`Done`,
    align: 'right',
    width: 80,
    hideBelow: 600,
    render: ({ successful_jobs }) => successful_jobs,
  },
  { kind: 'custom', title: t`Failed`, align: 'right', width: 80, hideBelow: 600, render: ({ failed_jobs }) => failed_jobs },
  {
    kind: 'duration',
    title: t`Busy Time`,
    align: 'right',
    width: 120,
    hideBelow: 1100,
    value: ({ total_working_time }) => total_working_time,
  },
  { kind: 'custom', title: t`Version`, width: 90, hideBelow: 1100, render: ({ version }) => version },
]

/** The worker processes and whether they still send heartbeats. */
export function WorkersTable({ workers }: { workers: WorkerStatus[] }) {
  return (
    <section aria-label={t`Workers`}>
      <h2 className={blocks.title}>
        <Trans>Workers</Trans>
      </h2>
      <div className={blocks.card}>
        {workers.length === 0 && (
          <p className={`${blocks.none} ${styles.none}`}>
            <Trans>There are no workers.</Trans>
          </p>
        )}
        {workers.length > 0 && (
          <ItemsTable
            label={t`Workers`}
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
