import { t } from '@lingui/core/macro'
import { Loader } from '@mantine/core'
import { api } from '@sightline/contract/api.ts'
import type { Dashboard } from '@sightline/contract/dashboards.ts'
import { inReadingOrder, type Places } from '@sightline/domain/dashboards/grid/place.ts'
import { chosenTab, onTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import { rateInUrl } from '@sightline/domain/schedule/intervals.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react'
import { callForFile } from '../../../api/call.ts'
import { LazyDialog } from '../../../app/LazyDialog.tsx'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { useClientConfig, usePermission, useSession } from '../../../app/session.ts'
import { useReady } from '../../../ui/use-ready.ts'
import { makeSharedColors, SharedColorsContext } from '../../../visualizations/shared-colors.ts'
import { recordEvent } from '../../events/api.ts'
import { dashboardQuery } from '../api.ts'
import { DashboardCommentsContext, useDashboardComments } from '../comments/widget-comments.tsx'
import { usePrintPage } from '../export/ExportMenu.tsx'
import { exportRequest } from '../export/export-request.ts'
import { type DashboardSearch, isEditRequested } from '../search-params.ts'
import { keepCollapsed } from '../sections/kept-sections.ts'
import { useSectionActions } from '../sections/section-actions.ts'
import { useSections, withToggled } from '../sections/use-sections.ts'
import { DashboardTabs } from '../tabs/DashboardTabs.tsx'
import { rotationInUrl, useRotation } from '../tabs/rotation.tsx'
import { tabActions } from '../tabs/tab-actions.ts'
import { CompactFilterBar } from '../values/CompactFilterBar.tsx'
import { DashboardContext, useDashboardState } from '../values/dashboard-state.ts'
import { DashboardFilterBar } from '../values/FilterBar.tsx'
import { useDashboardChanges, useWidgetChanges, type WidgetActions } from './changes.ts'
import { type DashboardDialog, DashboardDialogs } from './DashboardDialogs.tsx'
import { DashboardHead } from './DashboardHead.tsx'
import styles from './DashboardPage.module.css'
import { DashboardWidgets, useWidgetMenuActions } from './DashboardWidgets.tsx'
import { EditBar } from './EditControls.tsx'
import { EmptyDashboard } from './EmptyDashboard.tsx'
import { useFitToScreen } from './fit-to-screen.ts'
import { useLayout, useUndoKeys } from './layout.ts'
import { useAutoRefresh } from './RefreshControl.tsx'
import { dashboardRights } from './rights.ts'
import { dropInactiveRuns, refreshRun } from './runs.ts'
import { useHiddenIdlePointer } from './use-hidden-idle-pointer.ts'

const WidgetCommentsPanel = lazy(async () => ({
  default: (await import('../comments/WidgetCommentsPanel.tsx')).WidgetCommentsPanel,
}))

const route = getRouteApi('/app/dashboard/$slug')

/** One dashboard, by slug or id. `load-order.tsx` describes the order in which its parts load. */
export function DashboardPage() {
  const { slug } = route.useParams()
  const { data: dashboard, error, failureCount, refetch } = useQuery(dashboardQuery(slug))
  usePageTitle(dashboard?.name ?? t`Dashboard`)
  const isReady = useReady(dashboard !== undefined)
  if (isReady && dashboard !== undefined) return <DashboardView key={dashboard.id} dashboard={dashboard} slug={slug} />
  if (error) return <PageError error={error} onRetry={() => void refetch()} />
  if (failureCount === 0) return null
  return (
    <div className={styles.waiting} role="status" aria-label={t`Loading...`}>
      <Loader size={24} />
    </div>
  )
}

/** @param props `slug` slug or id, as in the URL of the page */
function DashboardView({ dashboard, slug }: { dashboard: Dashboard; slug: string }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const cache = useQueryClient()
  const rights = dashboardRights(useSession().user, dashboard)
  const mayCreateQuery = usePermission('create_query')
  const isEditing = rights.mayEdit && isEditRequested(search)
  const isFullscreen = search.fullscreen !== undefined
  const layout = useLayout(dashboard, slug, isEditing)
  const stored = useWidgetChanges(dashboard.id, slug)
  const changes = useDashboardChanges(dashboard, slug)
  const [dialog, setDialog] = useState<DashboardDialog | null>(null)
  const [colors] = useState(makeSharedColors)

  const visibleWidgets = useMemo(
    () => dashboard.widgets.flatMap((widget) => ('restricted' in widget ? [] : [widget])),
    [dashboard.widgets],
  )
  const tabs = useMemo(() => tabsOf(dashboard.options), [dashboard.options])
  const tab = chosenTab(tabs, search.tab)
  const otherTabs = useMemo(() => tabs.filter(({ id }) => id !== tab?.id), [tabs, tab?.id])
  const shownWidgets = useMemo(() => onTab(dashboard.widgets, tabs, tab), [dashboard.widgets, tabs, tab])
  const shownPlaces = useMemo((): Places => {
    const ids = new Set(shownWidgets.map(({ id }) => id))
    return new Map([...layout.places].filter(([id]) => ids.has(id)))
  }, [shownWidgets, layout.places])
  const sections = useSections(shownWidgets, shownPlaces, search.collapsed, isEditing)
  const { state, loadAll } = useDashboardState(dashboard, visibleWidgets)
  const { parameters } = state
  const widgetIds = useMemo(
    () => visibleWidgets.flatMap(({ id, visualization }) => (visualization ? [id] : [])),
    [visibleWidgets],
  )

  const page = useRef<HTMLDivElement>(null)
  useHiddenIdlePointer(page, isFullscreen)
  useFitToScreen(page, isFullscreen)
  usePrintPage(page)
  useUndoKeys(isEditing ? layout : { undo: null, redo: null })
  useEffect(() => recordEvent('view', 'dashboard', dashboard.id), [dashboard.id])
  const setSearch = (change: Partial<DashboardSearch>) =>
    void navigate({ search: (now) => ({ ...now, ...change }), replace: true })

  const showComments = useCallback(
    (widgetId: number | null) =>
      void navigate({ search: (now) => ({ ...now, comments: widgetId?.toString() }), replace: true }),
    [navigate],
  )
  const comments = useDashboardComments(dashboard.id, isEditing || isFullscreen, search.comments, showComments)

  const chooseTab = (id: string) => setSearch({ tab: id === tabs[0]?.id ? undefined : id, comments: undefined })
  const rotation = isFullscreen ? rotationInUrl(search.rotate) : null
  useRotation(tabs, tab, rotation, chooseTab)
  const widgets: WidgetActions = useMemo(
    () =>
      tab === null
        ? stored
        : { ...stored, add: (added) => stored.add({ ...added, options: { ...added.options, tab: tab.id } }) },
    [stored, tab],
  )

  const rate = rateInUrl(search.refresh, useClientConfig().minRefreshInterval)
  /** Refreshes the widgets on the screen, starting at the top, where most of the visible ones are. */
  const refresh = () => {
    const byId = new Map(visibleWidgets.map((widget) => [widget.id, widget]))
    for (const id of inReadingOrder(sections.places)) {
      const widget = byId.get(id)
      if (widget?.visualization === undefined) continue
      void refreshRun(cache, { queryId: widget.visualization.query.id, definitions: parameters.definitionsOf(widget) })
    }
  }
  useAutoRefresh(rate, refresh)
  // Going back to earlier values runs the queries again.
  useEffect(() => {
    if (parameters.appliedAt !== null) dropInactiveRuns(cache)
  }, [cache, parameters.appliedAt])

  const panelId = useId()
  const tabChanges = tabActions({ dashboard, tabs, places: layout.places, changes, widgets, onChoose: chooseTab })
  const actions = useWidgetMenuActions(widgets, shownPlaces, setDialog, tabChanges.moveWidgets)
  const arrange = (places: Places) => layout.arrange(new Map([...layout.places, ...places]))
  const sectionActions = useSectionActions({
    widgets: shownWidgets,
    places: shownPlaces,
    actions: widgets,
    onArrange: arrange,
    onRename: (widget) => setDialog({ kind: 'section', widget }),
    onMoveToTab: (moved, to) => void tabChanges.moveWidgets(moved, to),
  })
  const toggleSection = useCallback(
    (id: number) => {
      const search = (now: DashboardSearch) => {
        const toggled = withToggled(now, id)
        // Before the route reads what was kept.
        keepCollapsed(slug, toggled.collapsed)
        return toggled
      }
      void navigate({ search, replace: true })
    },
    [navigate, slug],
  )
  const filterBar = {
    parameters,
    filters: state.filters,
    crossFilters: state.crossFilters,
    widgetIds: visibleWidgets.flatMap(({ id, visualization }) => (visualization ? [id] : [])),
  }
  const addWidget = () => setDialog({ kind: 'widget' })

  return (
    <div
      ref={page}
      className={styles.page}
      data-editing={isEditing || undefined}
      data-fullscreen={isFullscreen || undefined}
      data-panel={comments?.shownId != null || undefined}
    >
      <div className={styles.bar}>
        <DashboardHead
          dashboard={dashboard}
          slug={slug}
          rights={rights}
          changes={changes}
          isEditing={isEditing}
          status={layout.status}
          refresh={{ rate, onRefresh: refresh, onRate: (seconds) => setSearch({ refresh: seconds?.toString() }) }}
          exporting={{
            element: () => page.current,
            onLoadAll: loadAll,
            load: (format) =>
              callForFile(api.exports[format], { params: { slug }, body: exportRequest({ ...state, widgetIds }) }),
          }}
          isFullscreen={isFullscreen}
          onFullscreen={(next) => setSearch({ fullscreen: next ? '' : undefined })}
          onEdit={() => setSearch({ edit: 'true' })}
          onRetry={() => void layout.finish()}
          onDone={async () => {
            if (await layout.finish()) setSearch({ edit: undefined })
          }}
        />
        <DashboardFilterBar {...filterBar} />
        <DashboardTabs
          tabs={tabs}
          current={tab}
          panelId={panelId}
          onChoose={chooseTab}
          editing={isEditing ? { actions: tabChanges, widgets: shownWidgets.length } : null}
          rotation={
            isFullscreen
              ? { every: rotation, onChange: (every) => setSearch({ rotate: every === null ? undefined : String(every) }) }
              : null
          }
        />
      </div>
      <CompactFilterBar {...filterBar} />
      <div {...(tab !== null && { id: panelId, role: 'tabpanel', 'aria-label': tab.name })}>
        {shownWidgets.length === 0 ? (
          <EmptyDashboard
            isEditing={isEditing}
            mayEdit={rights.mayEdit}
            isTab={tab !== null}
            starter={rights.mayEdit && mayCreateQuery ? { dashboard: slug, tab: tab?.id } : null}
            onEdit={() => setSearch({ edit: 'true' })}
            onAdd={addWidget}
          />
        ) : (
          <DashboardContext value={state}>
            <SharedColorsContext value={colors}>
              <DashboardCommentsContext value={comments}>
                <DashboardWidgets
                  key={tab?.id}
                  widgets={sections.widgets}
                  places={sections.places}
                  rights={rights}
                  isEditing={isEditing}
                  onArrange={arrange}
                  actions={actions}
                  sections={{ byId: sections.byId, onToggle: toggleSection, actions: sectionActions }}
                  tabs={otherTabs}
                />
              </DashboardCommentsContext>
            </SharedColorsContext>
          </DashboardContext>
        )}
      </div>
      {comments !== null && comments.shownId !== null && (
        <LazyDialog onClose={() => showComments(null)}>
          <WidgetCommentsPanel
            dashboard={dashboard}
            widget={visibleWidgets.find(({ id }) => id === comments.shownId)}
            tabs={tabs}
            parameters={parameters}
            onClose={() => showComments(null)}
          />
        </LazyDialog>
      )}
      {isEditing && (
        <EditBar
          sharesFilters={dashboard.dashboard_filters_enabled}
          onShareFilters={changes.shareFilters}
          undo={layout.undo}
          redo={layout.redo}
          onAddTab={tab === null && tabChanges.add !== null ? () => void tabChanges.add?.() : null}
          onAddSection={() => setDialog({ kind: 'section', widget: null })}
          onAddTextbox={() => setDialog({ kind: 'textbox', widget: null })}
          onAddWidget={addWidget}
        />
      )}
      {dialog !== null && (
        <DashboardContext value={state}>
          <DashboardDialogs
            dialog={dialog}
            dashboard={dashboard}
            places={shownPlaces}
            rights={rights}
            widgets={widgets}
            onClose={() => setDialog(null)}
          />
        </DashboardContext>
      )}
    </div>
  )
}
