import { api } from '@sightline/contract/api.ts'
import type { Dashboard, DashboardChanges } from '@sightline/contract/dashboards.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { call } from '../../../api/call.ts'
import { ApiError } from '../../../api/error.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { dashboardQuery } from '../api.ts'

/** The ways to change what a dashboard is, apart from its widgets. */
export interface DashboardActions {
  /** @returns whether it was saved */
  rename(name: string): Promise<boolean>
  /** @returns whether it was saved */
  tag(tags: string[]): Promise<boolean>
  publish(isPublished: boolean): void
  /** Whether filters are shown once for all widgets, or in each. */
  shareFilters(isShared: boolean): void
  archive(): Promise<void>
}

/** @param address slug or id, as the address of the page has it */
export function useDashboardChanges(dashboard: Dashboard, address: string): DashboardActions {
  const cache = useQueryClient()
  const key = dashboardQuery(address).queryKey
  // Each save builds on the version that the one before it made.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const keep = async (saved: Dashboard) => {
    // What is still being loaded may be older than this, and would take its place.
    await cache.cancelQueries({ queryKey: key })
    cache.setQueryData(key, saved)
    void cache.invalidateQueries({ queryKey: ['dashboards', 'lists'] })
    void cache.invalidateQueries({ queryKey: ['dashboards', 'tags'] })
  }

  async function send(changes: DashboardChanges, fallback: string): Promise<boolean> {
    const { version } = cache.getQueryData(key) ?? dashboard
    try {
      await keep(await call(api.dashboards.update, { params: { slug: dashboard.slug }, body: { ...changes, version } }))
      return true
    } catch (error) {
      publishFailure(error, fallback)
      return false
    }
  }

  const change = (changes: DashboardChanges, fallback: string): Promise<boolean> => {
    const sent = queue.current.then(() => send(changes, fallback))
    queue.current = sent
    return sent
  }

  return {
    rename: (name) => change({ name }, UPDATE_FAILED),
    tag: (tags) => change({ tags }, 'Failed saving.'),
    publish: (isPublished) => void change({ is_draft: !isPublished }, UPDATE_FAILED),
    shareFilters: (isShared) => void change({ dashboard_filters_enabled: isShared }, UPDATE_FAILED),
    async archive() {
      const isSure = await confirm({
        title: 'Archive Dashboard',
        text: `Are you sure you want to archive "${dashboard.name}"? It leaves all lists; its address still opens.`,
        action: 'Archive',
        isDestructive: true,
      })
      if (!isSure) return
      try {
        await keep(await call(api.dashboards.remove, { params: { slug: dashboard.slug } }))
      } catch (error) {
        publishFailure(error, 'Dashboard could not be archived.')
      }
    },
  }
}

const UPDATE_FAILED = 'Dashboard update failed'

function publishFailure(error: unknown, fallback: string): void {
  const status = error instanceof ApiError ? error.status : null
  if (status === 403) notify.error(UPDATE_FAILED, 'Permission Denied.')
  else if (status === 409) {
    notify.error(
      'It seems like the dashboard has been modified by another user.',
      'Please copy/backup your changes and reload this page.',
      { id: 'dashboard-conflict', duration: null },
    )
  } else notify.failure(error, fallback)
}
