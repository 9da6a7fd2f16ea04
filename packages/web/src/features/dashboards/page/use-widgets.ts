import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { NewWidget, ShownWidget, Widget } from '@sightline/contract/widgets.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { confirm } from '../../../app/confirm.tsx'
import { notify } from '../../../app/notify.ts'
import { addWidget, dashboardQuery } from '../api.ts'

/** The ways to change the widgets of a dashboard. */
export interface WidgetActions {
  /** @returns whether it was added */
  add(widget: Omit<NewWidget, 'dashboard_id' | 'width'>): Promise<boolean>
  /** @returns whether it was saved */
  save(widget: ShownWidget, changes: Partial<Pick<ShownWidget, 'text' | 'options'>>): Promise<boolean>
  remove(id: number): Promise<void>
}

/** @param address slug or id, as the address of the page has it */
export function useWidgets(dashboardId: number, address: string): WidgetActions {
  const cache = useQueryClient()
  return useMemo(() => {
    const change = (next: (widgets: Widget[]) => Widget[]) =>
      cache.setQueryData(
        dashboardQuery(address).queryKey,
        (now: Dashboard | undefined) => now && { ...now, widgets: next(now.widgets) },
      )
    return {
      async add(widget) {
        try {
          const added = await addWidget({ ...widget, dashboard_id: dashboardId, width: 1 })
          change((widgets) => [...widgets, added])
          return true
        } catch (error) {
          notify.error('Widget could not be added', messageOf(error) ?? undefined)
          return false
        }
      },
      async save({ id, text, options }, changes) {
        try {
          const saved = await call(api.widgets.update, { params: { id }, body: { text, options, ...changes } })
          change((widgets) => widgets.map((widget) => (widget.id === id ? saved : widget)))
          return true
        } catch {
          notify.error('Widget cannot be updated')
          return false
        }
      },
      async remove(id) {
        const isSure = await confirm({
          title: 'Remove Widget',
          text: 'Are you sure you want to remove this widget from the dashboard?',
          action: 'Remove',
          isDestructive: true,
        })
        if (!isSure) return
        try {
          await call(api.widgets.remove, { params: { id } })
          change((widgets) => widgets.filter((widget) => widget.id !== id))
        } catch (error) {
          notify.failure(error, 'Widget could not be removed')
        }
      },
    }
  }, [cache, dashboardId, address])
}
