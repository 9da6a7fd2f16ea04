import type { Group } from '@sightline/contract/groups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { SelectItemsDialog } from '../../ui/SelectItemsDialog.tsx'
import { dataSourcesQuery } from '../data-sources/api.ts'
import { addAll } from './add-all.ts'
import { addDataSource, groupDataSourcesQuery } from './api.ts'

/** Shares data sources with a group. */
export function AddDataSourcesDialog({ group, onClose }: { group: Group; onClose(): void }) {
  const cache = useQueryClient()
  const [term, setTerm] = useState('')
  const sources = useQuery(dataSourcesQuery)
  const shared = useQuery(groupDataSourcesQuery(group.id))
  const found = sources.data?.filter(({ name }) => name.toLowerCase().includes(term.toLowerCase()))
  return (
    <SelectItemsDialog
      title="Add Data Sources"
      searchLabel="Search data sources..."
      takenLabel="Already in this group"
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
