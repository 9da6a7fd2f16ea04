import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { isRunning } from '@sightline/domain/execution-state.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { runParameters } from '@sightline/domain/parameters/run-parameters.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect, useId, useMemo, useState } from 'react'
import { notify } from '../../../app/notify.ts'
import { editHash, exploreLink } from '../../../app/query-link.ts'
import { usePermission } from '../../../app/session.ts'
import { useFormats } from '../../../app/use-formats.ts'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import type { ExploreGroups, PickedMark, VisualizationTools } from '../../../visualizations/visualization.ts'
import { recordEvent } from '../../events/api.ts'
import { BottomBar } from './BottomBar.tsx'
import { EditedVisualization, usePanelPlace } from './EditedVisualization.tsx'
import { ExecutionBanner, RunAnnouncement } from './ExecutionControls.tsx'
import { MarkRows } from './MarkRows.tsx'
import { NoResult } from './NoResult.tsx'
import { ResultNotes } from './ResultNotes.tsx'
import styles from './ResultPane.module.css'
import { RowSearch } from './RowSearch.tsx'
import type { Rights } from './rights.ts'
import { ShownPart } from './ShownPart.tsx'
import { useNewVisualization } from './use-new-visualization.ts'
import type { QueryModel } from './use-query-model.ts'
import type { QueryRun } from './use-query-run.ts'
import { useLiveRows, useRowSearch, useVisibleRows } from './use-visible-result.ts'
import { useVisualizationEditing } from './use-visualization-editing.ts'
import { type VisualizationAction, VisualizationDialogs } from './VisualizationDialogs.tsx'
import { VisualizationTabs } from './VisualizationTabs.tsx'
import { ADD_HASH, selectedTab, tabsOf, useVisualizationChanges, withDraft } from './visualization-tabs.ts'

// Loaded on demand: queries that have a chart do not need it.
const SuggestedCharts = lazy(async () => ({ default: (await import('./SuggestedCharts.tsx')).SuggestedCharts }))

export interface ResultPaneProps {
  model: QueryModel
  rights: Rights
  run: QueryRun
  /** Whether the editor stands above it. */
  isBelowEditor?: boolean
  /** Whether tables of the data source are listed beside the editor. */
  hasTables?: boolean
  /** Runs the query with another value of a parameter. */
  onAssign(definition: Definition): void
  /** Receives what makes images of the visualization. Pass a stable function. */
  onTools(tools: VisualizationTools | null): void
  /** Shown at the right end of the bottom bar. */
  children?: ReactNode
}

/** The result of the query: the state of the run, the visualizations in tabs, and facts about the result. */
export function ResultPane(props: ResultPaneProps) {
  const { model, rights, run, isBelowEditor = false, hasTables = false, onAssign, onTools, children } = props
  const { query } = model
  const { execution, result } = run
  const panelId = useId()
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const formats = useFormats()
  const changes = useVisualizationChanges(query)
  const [chosen, setChosen] = useState<VisualizationAction | null>(null)
  const isActive = query !== null && !query.is_archived
  const canAddToDashboard = usePermission('edit_dashboard') && isActive
  const search = useRowSearch(result)
  const [areHidden, setAreHidden] = useLocalStorage({
    key: 'sightline-suggested-charts-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const [inspected, setInspected] = useState<PickedMark | null>(null)

  const stored = useMemo(() => tabsOf(query), [query])
  const selected = selectedTab(stored, hash)
  const goTo = (next: string) => void navigate({ to: '.', hash: next, replace: true, search: true })
  const editing = useVisualizationEditing({
    tab: selected,
    hash,
    mayEdit: rights.mayEdit,
    result,
    save: changes.save,
    goTo,
  })
  const place = usePanelPlace()
  const { editor, isFullScreen, leaveTo } = editing
  const isBeside = editor !== null && !isFullScreen
  const { tabs, tab } = withDraft(stored, selected, editor)
  const isTable = tab.visualization.type === 'TABLE'
  const type = visualizationOf(tab.visualization.type)
  const hasOwnSearch = type?.hasSearch?.(type.options.parse(tab.visualization.options)) === true
  useEffect(() => {
    if (tab.id !== null) recordEvent('view', 'visualization', tab.id)
  }, [tab.id])

  // The full-screen editor has no field for a search.
  const rows = useVisibleRows(result, isTable && !hasOwnSearch && !isFullScreen ? search.text : '')
  const live = useLiveRows(run.rowsSoFar, tab.visualization)
  const definitions = model.draft.parameters
  const parameters = useMemo(() => runParameters(definitions, run.values), [definitions, run.values])
  const isOfSelection = live === null ? run.isOfSelection.result : run.isOfSelection.rowsSoFar

  const adding = useNewVisualization(model, run, changes, goTo)
  const edit = rights.mayEdit && tab.id !== null && result !== null ? () => leaveTo(editHash(tab.hash)) : null
  const explore =
    (queryId: number, { result: { id } }: ResultWindow): ExploreGroups =>
    (by) => {
      const link = exploreLink(queryId, id, rows.filters, by)
      if (link !== null) void navigate(link)
      else notify.error(t`The filters are too long for an exploration.`)
    }
  const isWithoutChart = rights.mayEdit && isTable && live === null && tabs.every((each) => each.visualization.type === 'TABLE')
  const suggests = isWithoutChart && result !== null && editor === null
  const openDialog = (action: 'add to dashboard' | 'embed') => () => setChosen({ action, tab })
  const isOutdated = live === null && isRunning(execution)
  const filters = <FiltersBar filters={rows.filters} formats={formats} onChange={rows.choose} />
  return (
    <section
      className={styles.pane}
      aria-label={t`Result`}
      data-editing={isBeside ? (place.width === null ? 'below' : 'beside') : undefined}
      style={isBeside && place.width !== null ? { '--settings-width': `${place.width}px` } : undefined}
    >
      <ExecutionBanner execution={execution} onCancel={run.cancel} />
      <RunAnnouncement execution={execution} rows={result?.result.row_count ?? null} />
      {result !== null && <ResultNotes truncated={result.result.truncated} log={result.result.log} />}
      <VisualizationTabs
        tabs={tabs}
        selected={tab}
        mayEdit={rights.mayEdit}
        hasChanges={editing.hasChanges}
        panelId={panelId}
        onSelect={(next) => leaveTo(next.hash)}
        onRemove={(removed) => void changes.remove(removed)}
        onAdd={result === null ? null : () => (query === null ? void adding.saveAndEdit() : leaveTo(ADD_HASH))}
      >
        <ShownPart
          result={result}
          live={live}
          rows={isTable ? rows : null}
          isOfSelection={isOfSelection}
          statements={run.statements}
        />
        {suggests && areHidden && (
          <Button size="compact-xs" variant="subtle" className={styles.suggest} onClick={() => setAreHidden(false)}>
            <Trans>Suggest Charts</Trans>
          </Button>
        )}
        {isTable && !hasOwnSearch && result !== null && <RowSearch value={search.typed} onChange={search.setTyped} />}
      </VisualizationTabs>
      <div className={styles.result} {...regionIf(isBeside, t`Visualization Editor`)}>
        {live === null && rows.filters.length > 0 && <div className={styles.filters}>{filters}</div>}
        <div className={styles.content}>
          <div className={styles.beside}>
            <div
              className={styles.panel}
              id={panelId}
              role="tabpanel"
              aria-label={tab.visualization.name}
              data-old={isOutdated || undefined}
            >
              <div className={styles.full} {...regionIf(isBeside, t`Preview`)}>
                {isFullScreen ? null : live !== null || result !== null ? (
                  <VisualizationView
                    key={tab.hash}
                    visualization={live?.visualization ?? tab.visualization}
                    loadData={live?.loadData ?? rows.loadData}
                    columns={live?.columns ?? result?.result.columns ?? []}
                    formats={formats}
                    parameters={parameters}
                    refreshKey={live?.key ?? rows.key}
                    onInspect={live === null ? setInspected : null}
                    onExplore={live === null && query !== null && result !== null ? explore(query.id, result) : null}
                    // The settings say what the visualization is like everywhere, and not only on this page.
                    {...(editor === null
                      ? { place: 'query page', isBelowEditor, onEdit: edit, onTools }
                      : { onData: editor.setData, onArrange: editor.change })}
                  />
                ) : (
                  <NoResult run={run} type={type} text={model.text} mayEdit={rights.mayEdit} hasTables={hasTables} />
                )}
              </div>
            </div>
            {suggests && !areHidden && (
              <Suspense fallback={null}>
                <SuggestedCharts
                  result={result}
                  loadData={rows.loadData}
                  rowsKey={rows.key}
                  formats={formats}
                  onKeep={adding.keep}
                  onClose={() => setAreHidden(true)}
                />
              </Suspense>
            )}
          </div>
        </div>
        <EditedVisualization
          editing={editing}
          place={place}
          queryName={query?.name ?? ''}
          result={result?.result ?? null}
          loadData={rows.loadData}
          dataKey={rows.key}
          filters={filters}
          formats={formats}
          parameters={parameters}
        />
      </div>
      <BottomBar
        queryId={query?.id ?? null}
        result={result?.result ?? null}
        onRunWithoutLimit={run.canExecute ? run.executeWithoutLimit : null}
        onAddToDashboard={canAddToDashboard && tab.id !== null ? openDialog('add to dashboard') : null}
        onEmbed={isActive && tab.id !== null ? openDialog('embed') : null}
        onEdit={edit}
      >
        {children}
      </BottomBar>
      {inspected !== null && result !== null && (
        <MarkRows
          queryId={query?.id ?? null}
          mark={inspected}
          first={result}
          filters={rows.filters}
          parameters={model.parameters}
          onAssign={onAssign}
          onExecute={
            run.canExecute
              ? () => {
                  setInspected(null)
                  void run.execute(null)
                }
              : null
          }
          onClose={() => setInspected(null)}
        />
      )}
      <VisualizationDialogs model={model} open={chosen} onClose={() => setChosen(null)} />
    </section>
  )
}

/** A plain element with the same children becomes a region, so that nothing in it is mounted again. */
const regionIf = (isRegion: boolean, label: string) => (isRegion ? { role: 'region', 'aria-label': label } : {})
