import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button } from '@mantine/core'
import type { QueryTask, Task } from '@sightline/contract/status.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { notify } from '../../app/notify.ts'
import blocks from '../../ui/blocks.module.css'
import { ItemsTable, type ListColumn } from '../../ui/ItemsTable.tsx'
import { cancelTask } from './api.ts'
import { TaskName } from './TaskName.tsx'
import styles from './TasksPage.module.css'
import { isQueryTask, stateNames, timeOf } from './tasks.ts'

interface TasksTableProps {
  /** Name of the table for screen readers. */
  label: string
  tasks: Task[]
  /** Shown if there are no tasks. */
  none: ReactNode
}

/** Tasks with all their details, and a button to cancel those that can be cancelled. */
export function TasksTable({ label, tasks, none }: TasksTableProps) {
  if (tasks.length === 0) return none
  const columns = tasks.some(isQueryTask) ? columnsOfQueries : columnsOfOthers
  return (
    <ItemsTable
      label={label}
      columns={columns}
      items={tasks}
      keyOf={({ task_id }) => task_id}
      order=""
      onOrder={() => {}}
      isStale={false}
    />
  )
}

const tones = { active: 'ok', reserved: undefined, waiting_in_queue: 'warn' } as const
const orNone = (value: number | string | null) => value ?? '–'

type Column = ListColumn<Task>

const state: Column = {
  kind: 'custom',
  title: t`State`,
  render: ({ state: name }) => (
    <Badge data-tone={tones[name]} className={styles.state}>
      {stateNames[name]}
    </Badge>
  ),
}

const times: Column[] = [
  { kind: 'time-ago', title: t`Enqueue Time`, value: ({ enqueue_time }) => timeOf(enqueue_time) },
  { kind: 'time-ago', title: t`Start Time`, value: ({ start_time }) => timeOf(start_time) },
]

const places: Column[] = [
  { kind: 'custom', title: t`Queue`, render: ({ queue }) => <TaskName name={queue} /> },
  { kind: 'custom', title: t`Worker`, render: ({ worker }) => orNone(worker) },
  { kind: 'custom', title: t`Worker PID`, align: 'right', render: ({ worker_pid }) => orNone(worker_pid) },
  { kind: 'custom', title: t`Task Name`, render: ({ task_name }) => <TaskName name={task_name} /> },
  { kind: 'custom', title: t`Task ID`, render: ({ task_id }) => <span className={styles.id}>{task_id}</span> },
]

/** Renders a cell of executions of queries only. */
const ofQuery = (render: (task: QueryTask) => ReactNode) => (task: Task) => (isQueryTask(task) ? render(task) : null)

const queryColumns: Column[] = [
  {
    kind: 'custom',
    title: t`Query ID`,
    align: 'right',
    render: ofQuery(({ query_id }) =>
      query_id === null ? (
        t`not saved`
      ) : (
        <Link to="/queries/$queryId" params={{ queryId: String(query_id) }} className={blocks.link}>
          {query_id}
        </Link>
      ),
    ),
  },
  {
    kind: 'custom',
    title: t`Data Source ID`,
    align: 'right',
    render: ofQuery(({ data_source_id }) => (
      <Link to="/data_sources/$dataSourceId" params={{ dataSourceId: String(data_source_id) }} className={blocks.link}>
        {data_source_id}
      </Link>
    )),
  },
  { kind: 'custom', title: t`User ID`, align: 'right', render: ofQuery(({ user_id }) => orNone(user_id)) },
  { kind: 'custom', title: t`Scheduled`, render: ofQuery(({ scheduled }) => (scheduled ? 'yes' : 'no')) },
]

const columnsOfQueries: Column[] = [
  state,
  ...queryColumns,
  ...times,
  { kind: 'actions', title: t`Actions`, render: ofQuery(({ task_id }) => <CancelButton id={task_id} />) },
  ...places,
  { kind: 'custom', title: t`Org ID`, align: 'right', render: ofQuery(({ org_id }) => org_id) },
]

const columnsOfOthers: Column[] = [state, ...places, ...times]

function CancelButton({ id }: { id: string }) {
  const cache = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => cancelTask(id),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['status'] }),
    onError: (error) => notify.failure(error),
  })
  return (
    // A running task disappears only when its database has stopped working on it; until then the button stays disabled.
    <Button
      size="compact-sm"
      variant="default"
      disabled={cancel.isSuccess}
      loading={cancel.isPending}
      onClick={() => cancel.mutate()}
    >
      <Trans>Cancel</Trans>
    </Button>
  )
}
