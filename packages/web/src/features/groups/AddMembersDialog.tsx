import type { Group } from '@sightline/contract/groups.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Avatar } from '../../ui/Avatar.tsx'
import { SelectItemsDialog } from '../../ui/SelectItemsDialog.tsx'
import { userSearchQuery } from '../users/api.ts'
import { addAll } from './add-all.ts'
import { addMember, groupMembersQuery } from './api.ts'

/** Puts users into a group. */
export function AddMembersDialog({ group, onClose }: { group: Group; onClose(): void }) {
  const cache = useQueryClient()
  const [term, setTerm] = useState('')
  const users = useQuery(userSearchQuery(term))
  return (
    <SelectItemsDialog
      title="Add Members"
      searchLabel="Search users..."
      takenLabel="Already in this group"
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
