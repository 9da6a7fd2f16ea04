import { plural, t } from '@lingui/core/macro'
import type { Destination } from '@sightline/contract/destinations.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { destinationDependentsQuery, destinationsQuery, removeDestination } from './api.ts'

/** Deletes a destination after a confirmation that names the alerts and reports that use it. */
export function useRemoveDestination({ id, name }: Pick<Destination, 'id' | 'name'>) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const remove = useMutation({
    mutationFn: () => removeDestination(id),
    onSuccess: async () => {
      // Removed at once, because the list shows its cached data until the refetch has finished.
      await storeAnswer(cache, destinationsQuery.queryKey, (now) => now?.filter((one) => one.id !== id))
      void cache.invalidateQueries({ queryKey: ['destinations', 'list'] })
      notify.success(t`Alert destination deleted successfully.`)
      void navigate({ to: '/destinations' })
    },
    onError: (error) => notify.failure(error),
  })
  const confirmAndRemove = async () => {
    const dependents = await cache.fetchQuery(destinationDependentsQuery(id)).catch((error: unknown) => {
      notify.failure(error)
      return null
    })
    if (dependents === null) return
    const names = dependents.alerts.map((alert) => alert.name)
    const isSure = await confirm({
      title: t`Delete Alert Destination`,
      text: t`Are you sure you want to delete ${name}? ${consequence(names, dependents.reports)}`,
      action: t`Delete`,
      isDestructive: true,
    })
    if (isSure) remove.mutate()
  }
  return { confirmAndRemove, isPending: remove.isPending }
}

/** Maximum number of alerts that are named; the rest are only counted. */
const MAX_NAMED = 5

/** The consequences of deleting a destination for the alerts and reports that use it.
 * @param alerts names
 * @param reports how many
 */
export function consequence(alerts: readonly string[], reports: number): string {
  if (reports === 0) return alertsSentence(alerts)
  return `${alertsSentence(alerts)} ${plural(reports, { one: '# report will no longer be sent.', other: '# reports will no longer be sent.' })}`
}

function alertsSentence(alerts: readonly string[]): string {
  const [only] = alerts
  if (only === undefined) return t`No alert uses it.`
  if (alerts.length === 1) return t`The alert ${only} will no longer notify it.`
  const named = alerts.slice(0, MAX_NAMED)
  const last = alerts.length > MAX_NAMED ? t`${alerts.length - MAX_NAMED} more` : (named.pop() ?? '')
  return t`The alerts ${named.join(', ')} and ${last} will no longer notify it.`
}
