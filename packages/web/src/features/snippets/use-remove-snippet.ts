import type { Snippet } from '@sightline/contract/snippets.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { removeSnippet, snippetsQuery } from './api.ts'

/** Deletes a snippet, once it is sure that this is meant. */
export function useRemoveSnippet({ id, trigger }: Snippet) {
  const cache = useQueryClient()
  const remove = useMutation({
    mutationFn: () => removeSnippet(id),
    onSuccess: () => {
      // The list must not show it for the moment until it has been read again.
      cache.setQueryData(snippetsQuery.queryKey, (now) => now?.filter((one) => one.id !== id))
      notify.success('Query snippet deleted successfully.')
    },
    onError: () => notify.error('Failed deleting query snippet.'),
    onSettled: () => void cache.invalidateQueries({ queryKey: snippetsQuery.queryKey }),
  })
  const askToRemove = async () => {
    const isSure = await confirm({
      title: 'Delete Query Snippet',
      text: `Are you sure you want to delete the snippet ${trigger}? Queries that it was put into stay as they are.`,
      action: 'Delete',
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return { remove, askToRemove }
}
