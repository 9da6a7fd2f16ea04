import { t } from '@lingui/core/macro'
import { Anchor } from '@mantine/core'
import { JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { PastExecution } from '@sightline/contract/query-history.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { pastValuesText } from '@sightline/domain/parameters/values-text.ts'
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { messageOf } from '../../../api/error.ts'
import { pathTo } from '../../../api/url.ts'
import { queryUrl } from '../../../app/query-link.ts'
import { useFormats } from '../../../app/use-formats.ts'
import { Avatar } from '../../../ui/Avatar.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { ItemsTable, type ListColumn } from '../../../ui/ItemsTable.tsx'
import { ListSkeleton } from '../../../ui/ListSkeleton.tsx'
import { ErrorPanel } from '../../../ui/Notice.tsx'
import { pastExecutionsQuery } from '../api.ts'
import { savedParameters } from '../page/draft.ts'
import { outcomeText } from './outcome-text.ts'
import styles from './PastExecutionsDialog.module.css'
import { ranParameters } from './run-values.ts'

interface PastExecutionsDialogProps {
  query: Query
  /** The page that the dialog is opened on, which its links lead back to. */
  mode: 'view' | 'source'
  onClose(): void
}

/** The last executions of the query: who ran it, when, with which values and with which outcome. */
export default function PastExecutionsDialog({ query, mode, onClose }: PastExecutionsDialogProps) {
  const { data, error } = useQuery(pastExecutionsQuery(query.id))
  const columns = useMemo(() => columnsOf(query, mode), [query, mode])
  return (
    <Dialog opened onClose={onClose} title={t`Past Executions`} size={1000}>
      {error && <ErrorPanel lead={t`The executions could not be loaded.`} text={messageOf(error) ?? ''} />}
      {data === undefined && error === null && <ListSkeleton rows={5} />}
      {data?.length === 0 && (
        <EmptyState
          icon={<IconHistory size={20} stroke={1.75} />}
          title={t`No recent executions.`}
          help={t`Executions are kept as long as unused results.`}
        />
      )}
      {data !== undefined && data.length > 0 && (
        <div className={styles.list}>
          <ItemsTable
            label={t`Past executions`}
            columns={columns}
            items={data}
            keyOf={({ id }) => id}
            order=""
            onOrder={() => {}}
            isStale={false}
          />
        </div>
      )}
    </Dialog>
  )
}

const columnsOf = (query: Query, mode: 'view' | 'source'): ListColumn<PastExecution>[] => [
  {
    kind: 'custom',
    title: t`Run By`,
    render: ({ user, scheduled }) => <RunBy user={user} scheduled={scheduled} />,
    width: 150,
  },
  { kind: 'time-ago', title: t`Started`, value: ({ created_at }) => created_at, width: 130 },
  { kind: 'custom', title: t`Values`, render: ({ parameters }) => <RunValues query={query} mode={mode} values={parameters} /> },
  { kind: 'custom', title: t`Outcome`, render: (execution) => <Outcome execution={execution} />, width: 150 },
  { kind: 'duration', title: t`Runtime`, value: ({ runtime }) => runtime, align: 'right', width: 100 },
  {
    kind: 'custom',
    title: t`Rows`,
    render: ({ rows }) => (rows === null ? '–' : localNumber(rows)),
    align: 'right',
    width: 100,
  },
]

function RunBy({ user, scheduled }: Pick<PastExecution, 'user' | 'scheduled'>) {
  if (user === null) return scheduled ? t`Schedule` : t`API key`
  return (
    <span className={styles.person}>
      <Avatar id={user.id} name={user.name} profile_image_url={user.profile_image_url} />
      <span>{user.name}</span>
    </span>
  )
}

/** The values of a run, which open the query with them. */
function RunValues({
  query,
  mode,
  values,
}: Pick<PastExecutionsDialogProps, 'query' | 'mode'> & { values: PastExecution['parameters'] }) {
  const definitions = savedParameters(query)
  const formats = useFormats()
  const text = values === null ? '' : pastValuesText(definitions, values, formats)
  if (values === null || text === '') return '–'
  const url = pathTo(queryUrl(query.id, null, ranParameters(definitions, values), mode))
  // The page is loaded again, since it reads the values of its URL once.
  return (
    <Anchor inherit href={url} className={styles.values} title={text}>
      {text}
    </Anchor>
  )
}

function Outcome({ execution }: { execution: PastExecution }) {
  const isFailed = execution.status === JobStatus.failed
  return (
    <span className={styles.outcome} data-failed={isFailed || undefined} title={execution.error}>
      {outcomeText(execution)}
    </span>
  )
}
