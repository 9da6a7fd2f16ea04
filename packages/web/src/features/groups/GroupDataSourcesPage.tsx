import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Select } from '@mantine/core'
import type { GroupDataSource } from '@sightline/contract/groups.ts'
import { IconDatabase } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ApiError, messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { PageError } from '../../app/PageError.tsx'
import { usePageTitle } from '../../app/page-hooks.ts'
import { usePermission } from '../../app/session.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import type { ListColumn } from '../../ui/ItemsTable.tsx'
import { changeDataSource, groupDataSourcesQuery, groupQuery, removeDataSource } from './api.ts'
import styles from './GroupFrame.module.css'
import { GroupFrame } from './GroupFrame.tsx'
import { GroupItems, useGroupList } from './GroupItems.tsx'

const route = getRouteApi('/app/groups/$groupId/data_sources')

/** The data sources of a group, with the access it has. For admins. */
export function GroupDataSourcesPage() {
  const { groupId } = route.useParams()
  const isAdmin = usePermission('admin')
  if (!isAdmin) return <PageError error={new ApiError(403, 'forbidden', '', null)} />
  if (!/^\d{1,15}$/.test(groupId)) return <PageError error={new ApiError(404, 'not_found', '', null)} />
  return <DataSources id={Number(groupId)} />
}

function DataSources({ id }: { id: number }) {
  const group = useQuery(groupQuery(id))
  const sources = useQuery(groupDataSourcesQuery(id))
  const state = useGroupList()
  usePageTitle(group.data?.name ?? t`Group`)
  if (group.error) return <PageError error={group.error} onRetry={() => void group.refetch()} />
  if (sources.error) return <PageError error={sources.error} onRetry={() => void sources.refetch()} />
  if (group.data === undefined) return null
  return (
    <GroupFrame group={group.data} state={state}>
      <GroupItems
        label={t`Data Sources`}
        columns={columnsFor(id)}
        items={sources.data}
        state={state}
        empty={{ icon: <IconDatabase size={20} stroke={1.75} />, title: t`There are no data sources in this group yet.` }}
      />
    </GroupFrame>
  )
}

const columnsFor = (groupId: number): ListColumn<GroupDataSource>[] => [
  {
    kind: 'custom',
    title: t`Name`,
    order: 'name',
    render: ({ id, name }) => (
      <span className={styles.person}>
        <Link to="/data_sources/$dataSourceId" params={{ dataSourceId: String(id) }}>
          {name}
        </Link>
      </span>
    ),
  },
  {
    kind: 'custom',
    title: t`Access`,
    width: 180,
    render: (source) => <AccessSelect groupId={groupId} source={source} />,
  },
  {
    kind: 'actions',
    title: t`Actions`,
    align: 'right',
    width: 110,
    render: (source) => <RemoveButton groupId={groupId} source={source} />,
  },
]

interface SourceOfGroup {
  groupId: number
  source: GroupDataSource
}

function AccessSelect({ groupId, source }: SourceOfGroup) {
  const cache = useQueryClient()
  const { queryKey } = groupDataSourcesQuery(groupId)
  const change = useMutation({
    mutationFn: (view_only: boolean) => changeDataSource(groupId, source.id, view_only),
    onSuccess: async (changed) => {
      await storeAnswer(cache, queryKey, (now) => now?.map((one) => (one.id === changed.id ? changed : one)))
      void cache.invalidateQueries({ queryKey: ['data_sources'] })
    },
    onError: (error) => notify.error(t`Failed change data source permissions.`, messageOf(error) ?? undefined),
  })
  const isViewOnly = change.isPending ? change.variables : source.view_only
  return (
    <Select
      size="sm"
      aria-label={t`Access to ${source.name}`}
      data={[
        { value: 'full', label: t`Full Access` },
        { value: 'view', label: t`View Only` },
      ]}
      allowDeselect={false}
      value={isViewOnly ? 'view' : 'full'}
      onChange={(access) => change.mutate(access === 'view')}
    />
  )
}

function RemoveButton({ groupId, source }: SourceOfGroup) {
  const cache = useQueryClient()
  const { queryKey } = groupDataSourcesQuery(groupId)
  const remove = useMutation({
    mutationFn: () => removeDataSource(groupId, source.id),
    onSuccess: async () => {
      await storeAnswer(cache, queryKey, (now) => now?.filter(({ id }) => id !== source.id))
      void cache.invalidateQueries({ queryKey })
      void cache.invalidateQueries({ queryKey: ['data_sources'] })
    },
    onError: (error) => notify.error(t`Failed to remove data source from group.`, messageOf(error) ?? undefined),
  })
  return (
    <Button size="sm" variant="danger" loading={remove.isPending} onClick={() => remove.mutate()}>
      <Trans>Remove</Trans>
    </Button>
  )
}
