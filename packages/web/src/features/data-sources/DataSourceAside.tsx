import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import type { AdminDataSource } from '@sightline/contract/data-sources.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { EditNote, NoteFacts, NoteText } from '../../ui/edit-card/EditCard.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { removeSample } from '../setup/api.ts'
import { adminDataSourceQuery, dataSourcesQuery, readSchema } from './api.ts'

/** Notes beside the form: the groups that use the data source, its schema, and hints. */
export function DataSourceAside({ source }: { source: AdminDataSource }) {
  const access = Object.values(source.groups)
  return (
    <>
      <EditNote title={t`Used by`}>
        <NoteFacts
          facts={[
            [t`Groups with Full Access`, access.filter((isViewOnly) => !isViewOnly).length],
            [t`Groups with View Only`, access.filter((isViewOnly) => isViewOnly).length],
          ]}
        />
      </EditNote>
      {source.schema_refresh !== null && <SchemaNote id={source.id} refresh={source.schema_refresh} />}
      {source.is_sample ? <SampleNote /> : <GoodToKnow />}
    </>
  )
}

interface SchemaNoteProps {
  id: number
  refresh: NonNullable<AdminDataSource['schema_refresh']>
}

/** When the schema was read last, or why that failed. */
function SchemaNote({ id, refresh: { is_on, refreshed_at, error, failed_at } }: SchemaNoteProps) {
  const cache = useQueryClient()
  const read = useMutation({
    mutationFn: () => readSchema(id),
    onSettled: () => cache.refetchQueries({ queryKey: adminDataSourceQuery(id).queryKey }),
    onError: (problem) => notify.failure(problem),
  })
  return (
    <EditNote title={t`Tables and columns`}>
      <NoteText>
        {refreshed_at === null ? t`Not loaded yet.` : t`Last refreshed `}
        {refreshed_at !== null && <TimeAgo date={refreshed_at} />}
        {refreshed_at !== null && '.'} {is_on ? t`Refreshes daily.` : t`Does not refresh automatically.`}
      </NoteText>
      {error !== null && (
        <NoteText>
          <Trans>
            Failed <TimeAgo date={failed_at} />: {error}
          </Trans>
        </NoteText>
      )}
      <Button variant="default" size="sm" mt={12} loading={read.isPending} onClick={() => read.mutate()}>
        <Trans>Refresh now</Trans>
      </Button>
    </EditNote>
  )
}

function GoodToKnow() {
  return (
    <EditNote title={t`Good to know`}>
      <NoteText>
        <Trans>Use a read-only role. Passwords and keys are encrypted. The form never shows a saved secret again.</Trans>
      </NoteText>
    </EditNote>
  )
}

function SampleNote() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: removeSample,
    onSuccess: async () => {
      await storeAnswer(cache, dataSourcesQuery.queryKey, (now) => now?.filter(({ is_sample }) => !is_sample))
      void cache.invalidateQueries()
      notify.success(t`Sample data removed.`)
      void navigate({ to: '/data_sources' })
    },
    onError: (error) => notify.failure(error),
  })
  const askToRemove = async () => {
    const isSure = await confirm({
      title: t`Remove Sample Data`,
      text: t`This deletes the sample data source, its queries and its dashboard.`,
      action: t`Remove`,
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return (
    <EditNote title={t`Sample data`}>
      <NoteText>
        <Trans>Three million flights, a few queries and a dashboard to explore.</Trans>
      </NoteText>
      <Button variant="default" size="sm" mt={12} loading={remove.isPending} onClick={() => void askToRemove()}>
        <Trans>Remove Sample Data</Trans>
      </Button>
    </EditNote>
  )
}
