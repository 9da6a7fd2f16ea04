import type { Destination } from '@sightline/contract/destinations.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { destinationDependentsQuery, destinationsQuery, removeDestination } from './api.ts'
import { consequence } from './consequence.ts'

/** Deletes a destination, after saying which alerts would not notify it any more. */
export function useRemoveDestination({ id, name }: Pick<Destination, 'id' | 'name'>) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => removeDestination(id),
    onSuccess: () => {
      // The list must not show it for the moment until it has been read again.
      cache.setQueryData(destinationsQuery.queryKey, (now) => now?.filter((one) => one.id !== id))
      void cache.invalidateQueries({ queryKey: ['destinations', 'list'] })
      notify.success('Alert destination deleted successfully.')
      void navigate({ to: '/destinations' })
    },
    onError: (error) => notify.failure(error),
  })
  const ask = async () => {
    const dependents = await cache.fetchQuery(destinationDependentsQuery(id)).catch((error: unknown) => {
      notify.failure(error)
      return null
    })
    if (dependents === null) return
    const names = dependents.alerts.map((alert) => alert.name)
    const isSure = await confirm({
      title: 'Delete Alert Destination',
      text: `Are you sure you want to delete ${name}? ${consequence(names, dependents.reports)}`,
      action: 'Delete',
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return { ask, isPending: remove.isPending }
}
