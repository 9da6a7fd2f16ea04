import { t } from '@lingui/core/macro'
import type { Group } from '@sightline/contract/groups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../app/notify.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { SelectItemsDialog } from '../../ui/SelectItemsDialog.tsx'
import { dataSourcesQuery } from '../data-sources/api.ts'
import { userSearchQuery } from '../users/api.ts'
import { addDataSource, addMember, groupDataSourcesQuery, groupMembersQuery } from './api.ts'

/** Adds users to a group. */
export function AddMembersDialog({ group, onClose }: { group: Group; onClose(): void }) {
  const cache = useQueryClient()
  const [term, setTerm] = useState('')
  const users = useQuery(userSearchQuery(term))
  return (
    <SelectItemsDialog
      title={t`Add Members`}
      searchLabel={t`Search users...`}
      takenLabel={t`Already in this group`}
      items={users.data?.results.map(({ id, name, email, profile_image_url, groups }) => ({
        id,
        name,
        details: email,
        icon: <Avatar id={id} name={name} profile_image_url={profile_image_url} size="lg" />,
        isTaken: groups.some((one) => one.id === group.id),
      }))}
      term={term}
      onSearch={setTerm}
      onSave={async (ids) => {
        await addAll(ids, (id) => addMember(group.id, id))
        void cache.invalidateQueries({ queryKey: groupMembersQuery(group.id).queryKey })
        void cache.invalidateQueries({ queryKey: ['users'] })
      }}
      onClose={onClose}
    />
  )
}

/** Shares data sources with a group. */
export function AddDataSourcesDialog({ group, onClose }: { group: Group; onClose(): void }) {
  const cache = useQueryClient()
  const [term, setTerm] = useState('')
  const sources = useQuery(dataSourcesQuery)
  const shared = useQuery(groupDataSourcesQuery(group.id))
  const found = sources.data?.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase()))
  return (
    <SelectItemsDialog
      title={t`Add Data Sources`}
      searchLabel={t`Search data sources...`}
      takenLabel={t`Already in this group`}
      items={
        shared.data &&
        found?.map(({ id, name, type }) => ({
          id,
          name,
          details: type,
          isTaken: shared.data.some((one) => one.id === id),
        }))
      }
      term={term}
      onSearch={setTerm}
      onSave={async (ids) => {
        await addAll(ids, (id) => addDataSource(group.id, id))
        void cache.invalidateQueries({ queryKey: groupDataSourcesQuery(group.id).queryKey })
        void cache.invalidateQueries({ queryKey: ['data_sources'] })
      }}
      onClose={onClose}
    />
  )
}

/** Adds all selected items, even if some of the calls fail, and shows an error if any did. */
async function addAll(ids: readonly number[], add: (id: number) => Promise<unknown>): Promise<void> {
  const outcomes = await Promise.allSettled(ids.map(add))
  if (outcomes.some(({ status }) => status === 'rejected')) notify.error(t`Failed to save some of selected items.`)
}
