import { t } from '@lingui/core/macro'
import type { Alert } from '@sightline/contract/alerts.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { messageOf } from '../../api/error.ts'
import { notify } from '../../app/notify.ts'
import { storeAnswer } from '../../app/store-answer.ts'
import {
  alertQuery,
  alertsQuery,
  createAlert,
  historyQuery,
  muteAlert,
  removeAlert,
  subscribe,
  testAlert,
  unmuteAlert,
  updateAlert,
} from './api.ts'
import { type AlertDraft, bodyOf, draftOf } from './draft.ts'

/**
 * The actions of the alert page, with their notifications.
 * @param setDraft called after saving with the alert as the server has stored it
 */
export function useAlertActions(alert: Alert | null, draft: AlertDraft, setDraft: (draft: AlertDraft) => void) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const isDone = useRef(false)
  const [isLeaving, setIsLeaving] = useState(false)

  const leave = async (go: () => Promise<void>) => {
    isDone.current = true
    setIsLeaving(true)
    await go()
  }
  const save = useMutation({
    mutationFn: async () => {
      const body = bodyOf(draft, alert?.options ?? null)
      if (body === null) throw new Error('An alert that is not valid was saved.')
      if (alert) return updateAlert(alert.id, body)
      const created = await createAlert(body)
      const added = await Promise.allSettled(
        draft.subscribers.map(({ destination }) => subscribe(created.id, destination?.id ?? null)),
      )
      // The alert exists: its page shows which subscribers are missing.
      if (added.some(({ status }) => status === 'rejected')) notify.error(t`Failed saving subscription.`)
      return created
    },
    onSuccess: async (saved) => {
      await storeAnswer(cache, alertQuery(saved.id).queryKey, saved)
      void cache.invalidateQueries(alertsQuery)
      notify.success(t`Saved.`)
      if (alert) setDraft(draftOf(saved))
      else await leave(() => navigate({ to: '/alerts/$alertId', params: { alertId: String(saved.id) }, replace: true }))
    },
    onError: (error) => notify.error(t`Failed saving alert.`, messageOf(error) ?? undefined),
  })
  const mute = useMutation({
    mutationFn: ({ id, options }: Alert) => (options.muted ? unmuteAlert(id) : muteAlert(id)),
    onSuccess: async (_, { id, options }) => {
      await storeAnswer(
        cache,
        alertQuery(id).queryKey,
        (now) => now && { ...now, options: { ...now.options, muted: !options.muted } },
      )
      void cache.invalidateQueries(alertsQuery)
    },
    onError: (error) => notify.failure(error),
  })

  return {
    isSaving: save.isPending,
    isMuting: mute.isPending,
    /** Whether the page is being left after saving or deleting, so that no unsaved changes can be lost. */
    isLeaving,
    isSaved: () => isDone.current,
    save: () => save.mutate(),
    toggleMute: () => alert && mute.mutate(alert),
    async sendTest() {
      if (!alert) return
      try {
        await testAlert(alert.id)
        notify.success(t`Test sent.`)
        await Promise.all([cache.invalidateQueries(historyQuery(alert.id)), cache.invalidateQueries(alertQuery(alert.id))])
      } catch (error) {
        notify.failure(error)
      }
    },
    async remove() {
      if (!alert) return
      try {
        await removeAlert(alert.id)
      } catch {
        notify.error(t`Failed deleting alert.`)
        return
      }
      // The specification words it like this (OPEN-87).
      notify.success(t`Alert destination deleted successfully.`)
      // Removed at once, because the list shows its cached data until the refetch has finished.
      await storeAnswer(cache, alertsQuery.queryKey, (now) => now?.filter(({ id }) => id !== alert.id))
      void cache.invalidateQueries(alertsQuery)
      await leave(() => navigate({ to: '/alerts' }))
    },
  }
}
