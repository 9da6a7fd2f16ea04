import { t } from '@lingui/core/macro'
import type { Group } from '@sightline/contract/groups.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { groupsQuery, removeGroup } from './api.ts'

/** Deletes a group after a confirmation. @param onRemoved called afterwards */
export function useRemoveGroup(group: Group, onRemoved?: () => void) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeGroup(group.id),
    onSuccess: async () => {
      // Removed at once, so that the list does not show it until it is reloaded.
      await storeAnswer(cache, groupsQuery.queryKey, (now) => now?.filter(({ id }) => id !== group.id))
      notify.success(t`Group deleted successfully.`)
      onRemoved?.()
      void cache.invalidateQueries({ queryKey: groupsQuery.queryKey })
      void cache.invalidateQueries({ queryKey: ['users'] })
    },
    onError: (error) => notify.failure(error),
  })
  const askToRemove = async () => {
    const isSure = await confirm({
      title: t`Delete Group`,
      text: t`Are you sure you want to delete this group? Its members lose the access that it gives them.`,
      action: t`Delete`,
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return { remove, askToRemove }
}
