import { t } from '@lingui/core/macro'
import { api } from '@sightline/contract/api.ts'
import type { Dashboard, DashboardChanges } from '@sightline/contract/dashboards.ts'
import type { NewWidget, ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import type { Tab } from '@sightline/domain/dashboards/tabs.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { call } from '../../../api/call.ts'
import { ApiError, messageOf } from '../../../api/error.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { storeAnswer } from '../../../app/store-answer.ts'
import { addWidget, dashboardQuery } from '../api.ts'

/** Changes to a dashboard itself. Failures are shown as notifications. */
export interface DashboardActions {
  /** @returns whether it was saved */
  rename(name: string): Promise<boolean>
  /** @returns whether it was saved */
  tag(tags: string[]): Promise<boolean>
  publish(isPublished: boolean): void
  /** Whether filters are shown once for all widgets, or in each. */
  shareFilters(isShared: boolean): void
  /** @returns whether it was saved */
  setTabs(tabs: readonly Tab[]): Promise<boolean>
  archive(): Promise<void>
}

/** @param slug slug or id, as in the URL of the page */
export function useDashboardChanges(dashboard: Dashboard, slug: string): DashboardActions {
  const cache = useQueryClient()
  const key = dashboardQuery(slug).queryKey
  // Saves run one after another, because each needs the version number that the previous one returned.
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const store = async (saved: Dashboard) => {
    await storeAnswer(cache, key, saved)
    void cache.invalidateQueries({ queryKey: ['dashboards', 'lists'] })
    void cache.invalidateQueries({ queryKey: ['dashboards', 'tags'] })
  }

  async function send(changesOf: (latest: Dashboard) => DashboardChanges, fallback: string): Promise<boolean> {
    const latest = cache.getQueryData(key) ?? dashboard
    try {
      const body = { ...changesOf(latest), version: latest.version }
      await store(await call(api.dashboards.update, { params: { slug: dashboard.slug }, body }))
      return true
    } catch (error) {
      notifyFailure(error, fallback)
      return false
    }
  }
  const change = (
    changes: DashboardChanges | ((latest: Dashboard) => DashboardChanges),
    fallback: string,
  ): Promise<boolean> => {
    const sent = queue.current.then(() => send(typeof changes === 'function' ? changes : () => changes, fallback))
    queue.current = sent
    return sent
  }

  return {
    rename: (name) => change({ name }, UPDATE_FAILED),
    tag: (tags) => change({ tags }, t`Failed saving.`),
    publish: (isPublished) => void change({ is_draft: !isPublished }, UPDATE_FAILED),
    shareFilters: (isShared) => void change({ dashboard_filters_enabled: isShared }, UPDATE_FAILED),
    setTabs: (tabs) => change((latest) => ({ options: { ...latest.options, tabs } }), UPDATE_FAILED),
    async archive() {
      const isSure = await confirm({
        title: t`Archive Dashboard`,
        text: t`Are you sure you want to archive "${dashboard.name}"? It is removed from all lists; its URL still works.`,
        action: t`Archive`,
        isDestructive: true,
      })
      if (!isSure) return
      try {
        await store(await call(api.dashboards.remove, { params: { slug: dashboard.slug } }))
      } catch (error) {
        notifyFailure(error, t`Dashboard could not be archived.`)
      }
    },
  }
}

const UPDATE_FAILED = t`Dashboard update failed`

function notifyFailure(error: unknown, fallback: string): void {
  const status = error instanceof ApiError ? error.status : null
  if (status === 403) notify.error(UPDATE_FAILED, t`Permission Denied.`)
  else if (status === 409) {
    notify.error(
      t`It seems like the dashboard has been modified by another user.`,
      t`Please copy/backup your changes and reload this page.`,
      { id: 'dashboard-conflict', duration: null },
    )
  } else notify.failure(error, fallback)
}

/** Changes to the widgets of a dashboard. Failures are shown as notifications. */
export interface WidgetActions {
  /** @returns whether it was added */
  add(widget: Omit<NewWidget, 'dashboard_id' | 'width'>): Promise<boolean>
  /** @returns whether it was saved */
  save(widget: ShownWidget, changes: Partial<Pick<ShownWidget, 'text' | 'options'>>): Promise<boolean>
  /** Asks first. @param sure the question, unless it is the usual one */
  remove(id: number, sure?: { title: string; text: string; action: string }): Promise<void>
}

const usualQuestion = {
  title: t`Remove Widget`,
  text: t`Are you sure you want to remove this widget from the dashboard?`,
  action: t`Remove`,
}

/** @param slug slug or id, as in the URL of the page */
export function useWidgetChanges(dashboardId: number, slug: string): WidgetActions {
  const cache = useQueryClient()
  return useMemo(() => {
    const update = (next: (widgets: Widget[]) => Widget[]) =>
      storeAnswer(
        cache,
        dashboardQuery(slug).queryKey,
        (now: Dashboard | undefined) => now && { ...now, widgets: next(now.widgets) },
      )
    return {
      async add(widget) {
        try {
          const added = await addWidget({ ...widget, dashboard_id: dashboardId, width: 1 })
          await update((widgets) => [...widgets, added])
          return true
        } catch (error) {
          notify.error(t`Widget could not be added`, messageOf(error) ?? undefined)
          return false
        }
      },
      async save({ id, text, options }, changes) {
        try {
          const saved = await call(api.widgets.update, { params: { id }, body: { text, options, ...changes } })
          await update((widgets) => widgets.map((widget) => (widget.id === id ? saved : widget)))
          return true
        } catch {
          notify.error(t`Widget cannot be updated`)
          return false
        }
      },
      async remove(id, sure = usualQuestion) {
        const isSure = await confirm({ ...sure, isDestructive: true })
        if (!isSure) return
        try {
          await call(api.widgets.remove, { params: { id } })
          await update((widgets) => widgets.filter((widget) => widget.id !== id))
        } catch (error) {
          notify.failure(error, t`Widget could not be removed`)
        }
      },
    }
  }, [cache, dashboardId, slug])
}
