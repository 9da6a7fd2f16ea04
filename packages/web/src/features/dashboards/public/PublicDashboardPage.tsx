import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ActionIcon, Tooltip } from '@mantine/core'
import { useFullscreenDocument } from '@mantine/hooks'
import { api } from '@sightline/contract/api.ts'
import type { PublicDashboard } from '@sightline/contract/dashboards.ts'
import { isSection, sectionName } from '@sightline/domain/dashboards/sections.ts'
import { chosenTab, onTab, tabsOf } from '@sightline/domain/dashboards/tabs.ts'
import { visitorsSeeRows } from '@sightline/domain/dashboards/visitor-rows.ts'
import { isSafe } from '@sightline/domain/parameters/definition.ts'
import { rateInUrl } from '@sightline/domain/schedule/intervals.ts'
import { IconFileTypePdf, IconMaximize, IconMinimize } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useId, useMemo, useState } from 'react'
import { callForFile } from '../../../api/call.ts'
import { ApiError } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'
import { PageError } from '../../../app/PageError.tsx'
import { usePageTitle } from '../../../app/page-hooks.ts'
import { useClientConfig } from '../../../app/session.ts'
import { OrganizationLogo } from '../../../app/shell/Logo.tsx'
import { Grid, type GridItem } from '../../../grid/Grid.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { useReady } from '../../../ui/use-ready.ts'
import { VisualizationErrorBoundary } from '../../../visualizations/Placeholders.tsx'
import { makeSharedColors, SharedColorsContext } from '../../../visualizations/shared-colors.ts'
import { publicDashboardQuery } from '../api.ts'
import { exportRequest } from '../export/export-request.ts'
import { EmptyDashboard } from '../page/EmptyDashboard.tsx'
import { SectionHeading } from '../sections/SectionHeading.tsx'
import { type ShownSection, useSections, withToggled } from '../sections/use-sections.ts'
import { DashboardTabs } from '../tabs/DashboardTabs.tsx'
import { rotationInUrl, useRotation } from '../tabs/rotation.tsx'
import { CompactFilterBar } from '../values/CompactFilterBar.tsx'
import { useCrossFilters } from '../values/cross-filters.ts'
import { useParameterState } from '../values/dashboard-state.ts'
import { DashboardFilterBar } from '../values/FilterBar.tsx'
import { useSharedFilters } from '../values/filters.ts'
import { createOwnFilters } from '../values/own-filters.ts'
import { NearOnPhone } from '../widget/NearOnPhone.tsx'
import { textboxName, widgetName } from '../widget/widget-names.ts'
import { placesOf } from '../widget-placement.ts'
import styles from './PublicDashboardPage.module.css'
import { PublicText } from './PublicText.tsx'
import { PublicVisualization, type PublicWidget } from './PublicVisualization.tsx'

const route = getRouteApi('/visitor/public/dashboards/$token')

/** A shared dashboard, for everybody who has its URL. `refresh` in the URL reloads it periodically. */
export function PublicDashboardPage() {
  const { token } = route.useParams()
  const rate = rateInUrl(route.useSearch().refresh, useClientConfig().minRefreshInterval)
  const refetchInterval = rate === null ? false : rate * 1000
  const { data, error, refetch } = useQuery({ ...publicDashboardQuery(token), refetchInterval })
  usePageTitle(data?.name ?? t`Dashboard`)
  const isReady = useReady(data !== undefined, false)

  // If access is refused the dashboard disappears; if the connection is lost for a while it stays.
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  if (error !== null && (isRefused || data === undefined)) return <PageError error={error} onRetry={() => void refetch()} />
  if (data === undefined)
    return (
      <div className={styles.waiting} role="status">
        <Trans>Loading...</Trans>
      </div>
    )
  return isReady && <PublicDashboardView dashboard={data} rate={rate} />
}

interface PublicDashboardViewProps {
  dashboard: PublicDashboard
  /** Seconds between two refreshes; null for none. */
  rate: number | null
}

/** The widgets of a shared dashboard with its parameters and filters, read-only. */
function PublicDashboardView({ dashboard, rate }: PublicDashboardViewProps) {
  const widgets = useMemo(() => dashboard.widgets.map(stripUnsafeParameters), [dashboard.widgets])
  const parameters = useParameterState(widgets, dashboard.options.globalParamOrder)
  const filters = useSharedFilters(dashboard.dashboard_filters_enabled)
  const crossFilters = useCrossFilters()
  const [ownFilters] = useState(createOwnFilters)
  const [colors] = useState(makeSharedColors)
  const tabs = useMemo(() => tabsOf(dashboard.options), [dashboard.options])
  const { tab: tabInUrl, collapsed, rotate } = route.useSearch()
  const navigate = route.useNavigate()
  const panelId = useId()
  const tab = chosenTab(tabs, tabInUrl)
  const shown = useMemo(() => onTab(widgets, tabs, tab), [widgets, tabs, tab])
  const allPlaces = useMemo(() => placesOf(shown), [shown])
  const sections = useSections(shown, allPlaces, collapsed, false)
  const chooseTab = (id: string) =>
    void navigate({ search: (now) => ({ ...now, tab: id === tabs[0]?.id ? undefined : id }), replace: true })
  useRotation(tabs, tab, rotationInUrl(rotate), chooseTab)
  const filterBar = {
    parameters,
    filters,
    crossFilters,
    widgetIds: widgets.flatMap(({ id, visualization }) => (visualization ? [id] : [])),
  }
  const { token } = route.useParams()
  const loadPdf = () => {
    const body = exportRequest({ ...filterBar, ownFilters })
    return callForFile(api.exports.publicPdf, { params: { token }, body })
  }
  const toggle = (id: number) => void navigate({ search: (now) => withToggled(now, id), replace: true })
  const contentOf = (widget: PublicWidget) => {
    const section = sections.byId.get(widget.id)
    if (section !== undefined) return <SectionHeading {...headingOf(widget, section)} onToggle={() => toggle(widget.id)} />
    return widget.visualization ? (
      <PublicVisualization
        widget={widget}
        visualization={widget.visualization}
        parameters={parameters}
        filters={filters}
        crossFilters={crossFilters}
        ownFilters={ownFilters}
        rate={rate}
        seesRows={visitorsSeeRows(dashboard.options)}
      />
    ) : (
      <PublicText widget={widget} surroundings={{ widgets, parameters, filters, crossFilters }} rate={rate} />
    )
  }
  const items = sections.widgets.map(
    (widget): GridItem => ({
      id: widget.id,
      label: labelOf(widget),
      content: (
        <VisualizationErrorBoundary resetKey={widget.updated_at}>
          <NearOnPhone visualization={widget.visualization} label={labelOf(widget)} isNeeded={sections.byId.has(widget.id)}>
            {contentOf(widget)}
          </NearOnPhone>
        </VisualizationErrorBoundary>
      ),
    }),
  )
  return (
    <div className={styles.page}>
      <PublicHead name={dashboard.name} loadPdf={loadPdf} />
      <DashboardFilterBar {...filterBar} />
      <CompactFilterBar {...filterBar} />
      <DashboardTabs tabs={tabs} current={tab} panelId={panelId} onChoose={chooseTab} editing={null} rotation={null} />
      <div {...(tab !== null && { id: panelId, role: 'tabpanel', 'aria-label': tab.name })}>
        {shown.length === 0 ? (
          <EmptyDashboard isEditing={false} mayEdit={false} isTab={tab !== null} onEdit={noop} onAdd={noop} />
        ) : (
          <SharedColorsContext value={colors}>
            <Grid key={tab?.id} items={items} places={sections.places} isEditable={false} onArrange={noop} />
          </SharedColorsContext>
        )}
      </div>
    </div>
  )
}

const noop = () => {}

const headingOf = ({ text }: PublicWidget, { count, isCollapsed }: ShownSection) => ({
  name: sectionName(text),
  count,
  isCollapsed,
  menu: null,
})

function labelOf({ visualization, options, text }: PublicWidget): string {
  if (visualization) return widgetName(visualization)
  return isSection(options) ? t`Section ${sectionName(text)}` : textboxName(text)
}

/** The server does not run queries with text parameters for visitors, so these parameters are not shown. */
function stripUnsafeParameters(widget: PublicWidget): PublicWidget {
  const { visualization } = widget
  if (!visualization || isSafe(visualization.query.options.parameters ?? [])) return widget
  const { query } = visualization
  return { ...widget, visualization: { ...visualization, query: { ...query, options: { ...query.options, parameters: [] } } } }
}

interface PublicHeadProps {
  name: string
  loadPdf(): Promise<Blob>
}

/** The logo of the organization, the name of a shared dashboard, its PDF and, if the browser allows it, a button for fullscreen. */
function PublicHead({ name, loadPdf }: PublicHeadProps) {
  const pdf = useMutation({
    mutationFn: async () => saveFile(await loadPdf(), name, 'pdf'),
    onError: (error) => notify.failure(error, t`The dashboard could not be exported.`),
  })
  const { toggle, fullscreen } = useFullscreenDocument()
  const Icon = fullscreen ? IconMinimize : IconMaximize
  const label = fullscreen ? t`Exit Fullscreen` : t`Fullscreen`
  const { logoUrl, orgName } = useClientConfig()
  return (
    <header className={styles.head}>
      {logoUrl !== null && <OrganizationLogo url={logoUrl} name={orgName} height={28} className={styles.logo} />}
      <h1 className={styles.title}>{name}</h1>
      <Tooltip label={t`Download PDF`}>
        <ActionIcon aria-label={t`Download PDF`} loading={pdf.isPending} onClick={() => pdf.mutate()}>
          <IconFileTypePdf size={16} stroke={1.75} />
        </ActionIcon>
      </Tooltip>
      {document.fullscreenEnabled && (
        <Tooltip label={label}>
          <ActionIcon aria-label={label} aria-pressed={fullscreen} onClick={() => void toggle()}>
            <Icon size={16} stroke={1.75} />
          </ActionIcon>
        </Tooltip>
      )}
    </header>
  )
}
