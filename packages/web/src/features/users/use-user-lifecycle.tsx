import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { OffBoarding } from '@sightline/contract/users.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirm } from '../../app/confirm.tsx'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import { disableUser, enableUser, offBoardingOf, removeUser, userQuery } from './api.ts'
import { enableFailureText, failureText } from './failure-text.ts'

interface Person {
  id: number
  name: string
}

/** Disables, enables and deletes users, each with a toast. For admins. @param onRemoved called after a deletion */
export function useUserLifecycle(onRemoved?: () => void) {
  const cache = useQueryClient()
  const invalidateUsers = () => cache.invalidateQueries({ queryKey: ['users'] })
  const disable = useMutation({
    /** @returns null if the admin cancelled */
    mutationFn: async ({ id, name }: Person) => {
      const stops = await offBoardingOf(id)
      const isSure = await confirm({
        title: t`Disable User`,
        text: <OffBoardingList name={name} stops={stops} />,
        action: t`Disable`,
        isDestructive: true,
      })
      return isSure ? disableUser(id) : null
    },
    onSuccess: async (user) => {
      if (user === null) return
      await storeAnswer(cache, userQuery(user.id).queryKey, user)
      notify.warning(t`${user.name} is now disabled.`)
      await invalidateUsers()
    },
    onError: (error) => notify.error(t`Cannot disable user`, failureText(error)),
  })
  const enable = useMutation({
    mutationFn: ({ id }: Person) => enableUser(id),
    onSuccess: async (user) => {
      await storeAnswer(cache, userQuery(user.id).queryKey, user)
      notify.success(t`${user.name} is now enabled.`)
      await invalidateUsers()
    },
    onError: (error) => notify.error(t`Cannot enable user`, enableFailureText(error)),
  })
  const remove = useMutation({
    mutationFn: ({ id }: Person) => removeUser(id),
    onSuccess: async (user) => {
      notify.warning(t`${user.name} has been deleted.`)
      onRemoved?.()
      await cache.invalidateQueries({ queryKey: ['users', 'lists'] })
    },
    onError: (error) => notify.error(t`Cannot delete user`, failureText(error)),
  })
  const askToRemove = async (person: Person) => {
    const isSure = await confirm({
      title: t`Delete User`,
      text: t`Are you sure you want to delete ${person.name}? The invitation link will stop working.`,
      action: t`Delete`,
      isDestructive: true,
    })
    if (isSure) remove.mutate(person)
  }
  return { disable, enable, remove, askToRemove }
}

const labels: Record<keyof OffBoarding, string> = {
  scheduled_queries: t`Scheduled queries`,
  used_query_keys: t`Query API keys used in the last 30 days`,
  public_dashboards: t`Public dashboards`,
  alert_subscriptions: t`Alert subscriptions`,
  reports: t`Reports`,
}
const kinds = ['scheduled_queries', 'used_query_keys', 'public_dashboards', 'alert_subscriptions', 'reports'] as const

/** Lists, by kind, what stops while a user is disabled. */
function OffBoardingList({ name, stops }: { name: string; stops: OffBoarding }) {
  const stopping = kinds.filter((kind) => stops[kind].count > 0)
  return (
    <>
      <Trans>{name} will be signed out everywhere, and the API key will stop working. Queries and dashboards remain.</Trans>
      {stopping.length > 0 && t` The following will stop until you enable this user again:`}
      {stopping.map((kind) => (
        <span key={kind} style={{ display: 'block', marginTop: 8, overflowWrap: 'anywhere' }}>
          <strong>
            {labels[kind]} ({stops[kind].count})
          </strong>
          {': '}
          {stops[kind].items.map((item) => item.name).join(', ')}
          {stops[kind].count > stops[kind].items.length && ', …'}
        </span>
      ))}
    </>
  )
}
