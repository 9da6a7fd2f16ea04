import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Badge, Button, Tooltip } from '@mantine/core'
import type { AdminDataSource, DataSourceFields, Dependents, SourceDescriptor } from '@sightline/contract/data-sources.ts'
import { IconPlayerPause, IconPlugConnected } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { messageOf } from '../../api/error.ts'
import { confirm } from '../../app/confirm.tsx'
import { useSaveForm } from '../../app/form-mutations.ts'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { DeleteButton, TypedEditPage, useEditTarget } from '../../app/TypedEditPage.tsx'
import { NamedFields } from '../../ui/dynamic-form/NamedForm.tsx'
import { EditCard } from '../../ui/edit-card/EditCard.tsx'
import { Notice } from '../../ui/Notice.tsx'
import {
  adminDataSourceQuery,
  dataSourcesQuery,
  dataSourceTypesQuery,
  dependentsQuery,
  removeDataSource,
  testDataSource,
  updateDataSource,
} from './api.ts'
import { DataSourceAside } from './DataSourceAside.tsx'
import { GuideLink } from './GuideLink.tsx'
import { PauseButton } from './PauseButton.tsx'
import { useSourceForm } from './source-form.ts'
import { uploadFile } from './uploads.ts'

const route = getRouteApi('/app/data_sources/$dataSourceId')

/** One data source: its options, a test, and what else can be done with it. For admins. */
export function DataSourcePage() {
  const edited = useEditTarget(route.useParams().dataSourceId)
  const enabled = edited.refusal === null
  return (
    <TypedEditPage
      edited={edited}
      kind={t`Data Source`}
      list={
        <Link to="/data_sources" activeOptions={{ exact: true }}>
          <Trans>Data Sources</Trans>
        </Link>
      }
      thing={useQuery({ ...adminDataSourceQuery(edited.id), enabled })}
      types={useQuery({ ...dataSourceTypesQuery, enabled })}
      form={(source, type) => <EditForm key={source.id} source={source} type={type} />}
      aside={(source) => <DataSourceAside source={source} />}
    />
  )
}

function EditForm({ source, type }: { source: AdminDataSource; type: SourceDescriptor }) {
  const form = useSourceForm(type, source)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const test = useTestConnection(source.id)
  const saving = useSaveForm({
    checked: form.checked,
    save: (fields: DataSourceFields) => updateDataSource(source.id, fields),
    onSaved: form.saved,
    itemKey: adminDataSourceQuery(source.id).queryKey,
    listKey: ['data_sources', 'list'],
  })
  const remove = useMutation({
    mutationFn: () => removeDataSource(source.id),
    onSuccess: async () => {
      // Otherwise the list would show it until it is loaded again.
      await storeAnswer(cache, dataSourcesQuery.queryKey, (now) => now?.filter(({ id }) => id !== source.id))
      void cache.invalidateQueries({ queryKey: ['data_sources', 'list'] })
      notify.success(t`Data source deleted successfully.`)
      void navigate({ to: '/data_sources' })
    },
    onError: (error) => notify.failure(error),
  })
  const askToRemove = async () => {
    const dependents = await cache.fetchQuery(dependentsQuery(source.id)).catch(() => null)
    const isSure = await confirm({
      title: t`Delete Data Source`,
      text: t`Are you sure you want to delete this data source? ${consequencesOf(dependents)}`,
      action: t`Delete`,
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }

  return (
    <EditCard
      name={source.name}
      type={type}
      badge={
        <>
          {source.paused !== 0 && (
            <Badge data-tone="warn">
              <Trans>Paused</Trans>
            </Badge>
          )}
          <GuideLink topic={type.guide} />
        </>
      }
      fields={
        <>
          {source.paused !== 0 && source.pause_reason !== null && (
            <Notice icon={<IconPlayerPause size={16} stroke={1.75} />}>
              <Trans>Paused: {source.pause_reason}</Trans>
            </Notice>
          )}
          <NamedFields form={form} uploadFile={uploadFile} />
        </>
      }
      actions={
        <>
          <Button type="submit" loading={saving.isPending}>
            <Trans>Save</Trans>
          </Button>
          <Tooltip label={t`Save your changes first`} disabled={!form.isDirty}>
            <Button
              variant="default"
              leftSection={<IconPlugConnected size={16} stroke={1.75} />}
              loading={test.isPending}
              data-disabled={form.isDirty || undefined}
              aria-disabled={form.isDirty}
              onClick={() => {
                if (!form.isDirty) test.mutate()
              }}
            >
              <Trans>Test Connection</Trans>
            </Button>
          </Tooltip>
          <PauseButton source={source} />
        </>
      }
      deletion={<DeleteButton isPending={remove.isPending} onClick={() => void askToRemove()} />}
      onSubmit={saving.submit}
    />
  )
}

/** Describes the consequences of deleting a data source. @param dependents null if they are unknown */
export function consequencesOf(dependents: Dependents | null): string {
  if (dependents === null) return t`Its queries remain but can no longer run.`
  const { queries, scheduled, dashboards, results } = dependents
  if (queries === 0 && results === 0) return t`No query uses it.`
  const used = [
    ...(queries > 0 ? [plural(queries, { one: '# query uses it', other: '# queries use it' })] : []),
    ...(scheduled > 0 ? [t`${scheduled} of them on a schedule`] : []),
    ...(dashboards > 0 ? [plural(dashboards, { one: 'shown on # dashboard', other: 'shown on # dashboards' })] : []),
  ]
  return [
    ...(used.length > 0 ? [t`${used.join(', ')}. They remain but can no longer run.`] : []),
    ...(results > 0
      ? [plural(results, { one: '# stored result will be deleted.', other: '# stored results will be deleted.' })]
      : []),
  ].join(' ')
}

/** Duration of toasts with text to read, milliseconds. */
const READING_MS = 10_000

const UNKNOWN = t`Unknown error occurred while performing connection test. Please try again later.`

/** Tests the connection of a stored data source and shows the outcome. */
function useTestConnection(id: number) {
  return useMutation({
    mutationFn: () => testDataSource(id),
    onSuccess: (reply) => {
      const failure = testFailure(reply)
      if (failure !== null) notifyFailure(failure)
      else if (reply.note === undefined) notify.success(t`Success`)
      else notify.warning(t`Success`, reply.note, { duration: READING_MS })
    },
    onError: (error) => notifyFailure(messageOf(error) ?? UNKNOWN),
  })
}

const notifyFailure = (text: string) => notify.error(t`Connection Test Failed:`, text, { duration: READING_MS })

/** The error message in the response to a test; null for a success. A response without `ok` is a failure. */
export function testFailure(reply: unknown): string | null {
  if (typeof reply !== 'object' || reply === null || !('ok' in reply)) return UNKNOWN
  if (reply.ok === true) return null
  return 'message' in reply && typeof reply.message === 'string' && reply.message !== '' ? reply.message : UNKNOWN
}
