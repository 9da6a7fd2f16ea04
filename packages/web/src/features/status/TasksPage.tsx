import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Tabs } from '@mantine/core'
import { localNumber } from '@sightline/domain/language/local.ts'
import { IconStack2 } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { AdminFrame, RequireSuperAdmin } from '../../app/SettingsPage.tsx'
import blocks from '../../ui/blocks.module.css'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../ui/ListSkeleton.tsx'
import { ErrorPanel } from '../../ui/Notice.tsx'
import { queuesQuery, tasksQuery } from './api.ts'
import { TaskName } from './TaskName.tsx'
import styles from './TasksPage.module.css'
import { TasksTable } from './TasksTable.tsx'
import { countTasks, isQueryTask, type QueueRow, queueRows } from './tasks.ts'
import { UpdatedAt } from './UpdatedAt.tsx'

const TITLE = t`Celery Status`

/** The waiting and running tasks, by queue and one by one. For super admins. */
export const TasksPage = () => (
  <RequireSuperAdmin title={TITLE}>
    <Tasks />
  </RequireSuperAdmin>
)

function Tasks() {
  const list = useQuery(tasksQuery)
  const queues = useQuery(queuesQuery)
  const tasks = list.data?.tasks
  const { active, reserved, waiting } = countTasks(tasks ?? [])
  return (
    <AdminFrame title={TITLE} actions={<UpdatedAt queries={[list, queues]} />}>
      {list.error !== null && <ErrorPanel lead={t`Failed loading status. Please refresh.`} text="" />}
      {list.error === null && tasks === undefined && <ListSkeleton rows={6} />}
      {list.error === null && tasks !== undefined && (
        <>
          <dl className={styles.counters}>
            <Counter label={t`Active`} count={active} />
            <Counter label={t`Reserved`} count={reserved} />
            <Counter label={t`Waiting`} count={waiting} />
          </dl>
          <Tabs defaultValue="queues" keepMounted={false}>
            <Tabs.List aria-label={t`Tasks`}>
              <Tabs.Tab value="queues">
                <Trans>Queues</Trans>
              </Tabs.Tab>
              <Tabs.Tab value="queries">
                <Trans>Queries</Trans>
              </Tabs.Tab>
              <Tabs.Tab value="other">
                <Trans>Other Tasks</Trans>
              </Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="queues" className={`${blocks.card} ${styles.panel}`}>
              <QueuesTable rows={queueRows(tasks, Object.keys(queues.data?.queues ?? {}))} />
            </Tabs.Panel>
            <Tabs.Panel value="queries" className={`${blocks.card} ${styles.panel}`}>
              <TasksTable
                label={t`Queries`}
                tasks={tasks.filter(isQueryTask)}
                none={<Nothing text={t`No queries are waiting or running.`} />}
              />
            </Tabs.Panel>
            <Tabs.Panel value="other" className={`${blocks.card} ${styles.panel}`}>
              <TasksTable
                label={t`Other Tasks`}
                tasks={tasks.filter((task) => !isQueryTask(task))}
                none={<Nothing text={t`No other tasks are waiting or running.`} />}
              />
            </Tabs.Panel>
          </Tabs>
        </>
      )}
    </AdminFrame>
  )
}

const Counter = ({ label, count }: { label: string; count: number }) => (
  <div className={styles.counter}>
    <dt>{label}</dt>
    <dd>{localNumber(count)}</dd>
  </div>
)

const Nothing = ({ text }: { text: string }) => <EmptyState icon={<IconStack2 size={20} stroke={1.75} />} title={text} />

const queueColumns: ListColumn<QueueRow>[] = [
  { kind: 'custom', title: t`Name`, render: ({ name }) => <TaskName name={name} /> },
  { kind: 'custom', title: t`Active`, align: 'right', width: 120, render: ({ active }) => active },
  { kind: 'custom', title: t`Reserved`, align: 'right', width: 120, render: ({ reserved }) => reserved },
  { kind: 'custom', title: t`Waiting`, align: 'right', width: 120, render: ({ waiting }) => waiting },
]

const QueuesTable = ({ rows }: { rows: QueueRow[] }) => (
  <ItemsTable
    label={t`Queues`}
    columns={queueColumns}
    items={rows}
    keyOf={({ name }) => name}
    order=""
    onOrder={() => {}}
    isStale={false}
  />
)
