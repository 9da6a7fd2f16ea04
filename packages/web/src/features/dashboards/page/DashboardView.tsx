import type { Dashboard } from '@sightline/contract/dashboards.ts'
import type { ShownWidget } from '@sightline/contract/widgets.ts'
import { rateInUrl } from '@sightline/domain/schedule/intervals.ts'
import { useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useEffect, useMemo, useRef, useState } from 'react'
import { useClientConfig } from '../../../app/client-config.ts'
import { useSession } from '../../../app/session.tsx'
import { LoadedDialog } from '../../../app/shell/LoadedDialog.tsx'
import { inReadingOrder } from '../../../grid/place.ts'
import { recordEvent } from '../../events/api.ts'
import { asksToEdit, type DashboardSearch } from '../address.ts'
import { usePrintPage } from '../export/use-print-page.ts'
import { useBoardValues } from '../values/use-board-values.ts'
import { usePicks } from '../values/use-picks.ts'
import { useSharedFilters } from '../values/use-shared-filters.ts'
import { BoardBars } from './BoardBars.tsx'
import { BoardContext } from './board-context.ts'
import { DashboardHead } from './DashboardHead.tsx'
import styles from './DashboardView.module.css'
import { DashboardWidgets } from './DashboardWidgets.tsx'
import { EditBar } from './EditBar.tsx'
import { EmptyDashboard } from './EmptyDashboard.tsx'
import { dashboardRights, isPublic } from './rights.ts'
import { forgetOtherRuns, refreshRun } from './runs.ts'
import { useAutoRefresh } from './use-auto-refresh.ts'
import { useDashboardChanges } from './use-dashboard-changes.ts'
import { useIdlePointer } from './use-idle-pointer.ts'
import { useLayout } from './use-layout.ts'
import { useUndoKeys } from './use-undo-keys.ts'
import { useWidgetMenuActions } from './use-widget-menu-actions.ts'
import { useWidgets } from './use-widgets.ts'

const route = getRouteApi('/app/dashboard/$slug')

// Nobody needs them to look at a dashboard.
const AddWidgetDialog = lazy(async () => ({ default: (await import('./AddWidgetDialog.tsx')).AddWidgetDialog }))
const TextboxDialog = lazy(async () => ({ default: (await import('./TextboxDialog.tsx')).TextboxDialog }))
const ParametersDialog = lazy(async () => ({ default: (await import('../mapping/ParametersDialog.tsx')).ParametersDialog }))

/** What is being made or changed in a dialog. */
type Dialog = { kind: 'widget' } | { kind: 'textbox'; widget: ShownWidget | null } | { kind: 'parameters'; widget: ShownWidget }

/**
 * A dashboard with its controls.
 * @param address slug or id, as the address of the page has it
 */
export function DashboardView({ dashboard, address }: { dashboard: Dashboard; address: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const rights = dashboardRights(useSession().user, dashboard)
  const isEditing = rights.mayEdit && asksToEdit(search)
  const layout = useLayout(dashboard, address, isEditing)
  const widgets = useWidgets(dashboard.id, address)
  const changes = useDashboardChanges(dashboard, address)
  const [dialog, setDialog] = useState<Dialog | null>(null)
  const drawn = useMemo(
    () => dashboard.widgets.flatMap((widget) => ('restricted' in widget ? [] : [widget])),
    [dashboard.widgets],
  )
  const values = useBoardValues(drawn, dashboard.options.globalParamOrder)
  const filters = useSharedFilters(dashboard.dashboard_filters_enabled)
  const picks = usePicks()
  const [loadsAll, setLoadsAll] = useState(false)
  const board = useMemo(() => ({ values, filters, picks, loadsAll }), [values, filters, picks, loadsAll])
  const page = useRef<HTMLDivElement>(null)
  useIdlePointer(page, search.fullscreen !== undefined)
  usePrintPage(page)

  useEffect(() => recordEvent('view', 'dashboard', dashboard.id), [dashboard.id])

  const go = (change: Partial<DashboardSearch>) => void navigate({ search: (now) => ({ ...now, ...change }), replace: true })
  const rate = rateInUrl(search.refresh, useClientConfig().minRefreshInterval)

  /** All widgets, those above first: most of them are in sight. */
  const refresh = () => {
    const shown = new Map(drawn.map((widget) => [widget.id, widget]))
    for (const id of inReadingOrder(layout.places)) {
      const widget = shown.get(id)
      if (widget?.visualization === undefined) continue
      void refreshRun(cache, { queryId: widget.visualization.query.id, definitions: values.definitionsOf(widget) })
    }
  }
  useAutoRefresh(rate, refresh)
  // Going back to values that were shown before asks for them anew.
  useEffect(() => {
    if (values.appliedAt !== null) forgetOtherRuns(cache)
  }, [cache, values.appliedAt])

  useUndoKeys(isEditing ? layout.undo : null, isEditing ? layout.redo : null)

  const actions = useWidgetMenuActions(widgets, layout.places, setDialog)
  const close = () => setDialog(null)
  const addTextbox = () => setDialog({ kind: 'textbox', widget: null })
  const addWidget = () => setDialog({ kind: 'widget' })

  return (
    <div ref={page} className={styles.page} data-editing={isEditing || undefined}>
      <DashboardHead
        dashboard={dashboard}
        address={address}
        rights={rights}
        isEditing={isEditing}
        status={layout.status}
        refresh={{ rate, onRefresh: refresh, onRate: (seconds) => go({ refresh: seconds?.toString() }) }}
        exporting={{ board: () => page.current, onLoadAll: () => setLoadsAll(true) }}
        isFullscreen={search.fullscreen !== undefined}
        onFullscreen={(isFullscreen) => go({ fullscreen: isFullscreen ? '' : undefined })}
        onEdit={() => go({ edit: 'true' })}
        onRetry={() => void layout.finish()}
        onDone={async () => {
          if (await layout.finish()) go({ edit: undefined })
        }}
      />
      <BoardBars board={board} widgets={dashboard.widgets} />
      {dashboard.widgets.length === 0 ? (
        <EmptyDashboard isEditing={isEditing} mayEdit={rights.mayEdit} onEdit={() => go({ edit: 'true' })} onAdd={addWidget} />
      ) : (
        <BoardContext value={board}>
          <DashboardWidgets
            widgets={dashboard.widgets}
            places={layout.places}
            rights={rights}
            isEditing={isEditing}
            onArrange={layout.arrange}
            actions={actions}
          />
        </BoardContext>
      )}
      {isEditing && (
        <EditBar
          sharesFilters={dashboard.dashboard_filters_enabled}
          onShareFilters={changes.shareFilters}
          undo={layout.undo}
          redo={layout.redo}
          onAddTextbox={addTextbox}
          onAddWidget={addWidget}
        />
      )}
      {dialog !== null && (
        <LoadedDialog onClose={close}>
          {dialog.kind === 'textbox' && (
            <TextboxDialog widget={dialog.widget} places={layout.places} actions={widgets} onClose={close} />
          )}
          {dialog.kind === 'parameters' && (
            <ParametersDialog
              widget={dialog.widget}
              widgets={dashboard.widgets}
              onSave={(options) => widgets.save(dialog.widget, { options })}
              onClose={close}
            />
          )}
          {dialog.kind === 'widget' && (
            <AddWidgetDialog
              widgets={dashboard.widgets}
              places={layout.places}
              isPublic={isPublic(dashboard)}
              mayShare={rights.isOwner}
              onAdd={widgets.add}
              onClose={close}
            />
          )}
        </LoadedDialog>
      )}
    </div>
  )
}
