import { Badge, Button, Tooltip } from '@mantine/core'
import type { AdminDataSource, TypeDescriptor } from '@sightline/contract/data-sources.ts'
import { IconPlayerPause, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../api/error.ts'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { SettingsPage } from '../../app/SettingsPage.tsx'
import { usePermission } from '../../app/session.tsx'
import { usePageTitle } from '../../app/title.ts'
import { NamedFields } from '../../ui/dynamic-form/NamedFields.tsx'
import { EditCard } from '../../ui/edit-card/EditCard.tsx'
import { EditColumns, EditPath } from '../../ui/edit-card/EditColumns.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/SidebarPage.tsx'
import {
  adminDataSourceQuery,
  dataSourcesQuery,
  dataSourceTypesQuery,
  dependentsQuery,
  removeDataSource,
  updateDataSource,
} from './api.ts'
import { DataSourceAside } from './DataSourceAside.tsx'
import { whatFollows } from './dependents.ts'
import { GuideLink } from './GuideLink.tsx'
import { PauseButton } from './PauseButton.tsx'
import { useSourceForm } from './source-form.ts'
import { useTestConnection } from './test-connection.ts'
import { uploadFile } from './uploads.ts'

const route = getRouteApi('/app/data_sources/$dataSourceId')

/** One data source: its options, a test, and what else can be done with it. For admins. */
export function DataSourcePage() {
  const { dataSourceId } = route.useParams()
  const isAdmin = usePermission('admin')
  const isNumber = /^\d{1,15}$/.test(dataSourceId)
  const source = useQuery({ ...adminDataSourceQuery(Number(dataSourceId)), enabled: isAdmin && isNumber })
  const types = useQuery({ ...dataSourceTypesQuery, enabled: isAdmin })
  usePageTitle(source.data?.name ?? 'Data Source')

  if (!isAdmin) return <PageError error={new ApiError(403, 'forbidden', '', null)} />
  if (!isNumber) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  if (source.error) return <PageError error={source.error} onRetry={() => void source.refetch()} />
  if (types.error) return <PageError error={types.error} onRetry={() => void types.refetch()} />
  const type = types.data?.find((one) => one.type === source.data?.type)
  return (
    <SettingsPage>
      <PageHead
        title={
          <EditPath
            list={
              <Link to="/data_sources" activeOptions={{ exact: true }}>
                Data Sources
              </Link>
            }
            name={source.data?.name}
          />
        }
      />
      {source.data !== undefined && type !== undefined && (
        <EditColumns
          form={<EditForm key={source.data.id} source={source.data} type={type} />}
          asideLabel="About this data source"
          aside={<DataSourceAside source={source.data} />}
        />
      )}
    </SettingsPage>
  )
}

function EditForm({ source, type }: { source: AdminDataSource; type: TypeDescriptor }) {
  const form = useSourceForm(type, source)
  const cache = useQueryClient()
  const navigate = useNavigate()
  const test = useTestConnection(source.id)
  const save = useMutation({
    mutationFn: (fields: NonNullable<ReturnType<typeof form.checked>>) => updateDataSource(source.id, fields),
    onSuccess: (saved) => {
      form.saved()
      cache.setQueryData(adminDataSourceQuery(source.id).queryKey, saved)
      void cache.invalidateQueries({ queryKey: ['data_sources', 'list'] })
      notify.success('Saved.')
    },
    onError: (error) => notify.error(messageOf(error) ?? 'Failed saving.'),
  })
  const remove = useMutation({
    mutationFn: () => removeDataSource(source.id),
    onSuccess: () => {
      // The list must not show it for the moment until it has been read again.
      cache.setQueryData(dataSourcesQuery.queryKey, (now) => now?.filter(({ id }) => id !== source.id))
      void cache.invalidateQueries({ queryKey: ['data_sources', 'list'] })
      notify.success('Data source deleted successfully.')
      void navigate({ to: '/data_sources' })
    },
    onError: (error) => notify.failure(error),
  })
  const askToRemove = async () => {
    const dependents = await cache.fetchQuery(dependentsQuery(source.id)).catch(() => null)
    const isSure = await confirm({
      title: 'Delete Data Source',
      text: `Are you sure you want to delete this data source? ${whatFollows(dependents)}`,
      action: 'Delete',
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }

  return (
    <EditCard
      name={source.name}
      type={type}
      mark={
        <>
          {source.paused !== 0 && <Badge data-tone="warn">Paused</Badge>}
          <GuideLink type={type.type} />
        </>
      }
      fields={
        <>
          {source.paused !== 0 && source.pause_reason !== null && (
            <Notice icon={<IconPlayerPause size={16} stroke={1.75} />}>Paused: {source.pause_reason}</Notice>
          )}
          <NamedFields form={form} uploadFile={uploadFile} />
        </>
      }
      actions={
        <>
          <Button type="submit" loading={save.isPending}>
            Save
          </Button>
          <Tooltip label="Save the changes first" disabled={!form.isDirty}>
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
              Test Connection
            </Button>
          </Tooltip>
          <PauseButton source={source} />
        </>
      }
      deletion={
        <Button
          variant="danger"
          leftSection={<IconTrash size={16} stroke={1.75} />}
          loading={remove.isPending}
          onClick={() => void askToRemove()}
        >
          Delete
        </Button>
      }
      onSubmit={() => {
        const fields = form.checked()
        if (fields !== null && !save.isPending) save.mutate(fields)
      }}
    />
  )
}
