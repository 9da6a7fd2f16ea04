import { isRunning } from '@sightline/domain/execution-state.ts'
import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react'
import { usePermission } from '../../../app/session.ts'
import { useFormats } from '../../../app/use-formats.ts'
import { MatchCount } from '../../../ui/data-table/MatchCount.tsx'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { VisualizationView } from '../../../visualizations/VisualizationView.tsx'
import { recordEvent } from '../../events/api.ts'
import { BottomBar } from './BottomBar.tsx'
import { ExecutionBanner } from './ExecutionBanner.tsx'
import type { QueryModel } from './model.ts'
import { NoResult } from './NoResult.tsx'
import { ResultDialogs, type VisualizationAction } from './ResultDialogs.tsx'
import { ResultNotes } from './ResultNotes.tsx'
import styles from './ResultPane.module.css'
import { RowSearch } from './RowSearch.tsx'
import type { Rights } from './rights.ts'
import { ADD_HASH, selectedTab, tabsOf } from './tabs.ts'
import { useLiveRows } from './use-live-rows.ts'
import { useRowSearch } from './use-row-search.ts'
import type { Running } from './use-running.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import { useVisualizations } from './use-visualizations.ts'
import { VisualizationTabs } from './VisualizationTabs.tsx'

interface ResultPaneProps {
  model: QueryModel
  rights: Rights
  running: Running
  /** What stands at the right end of the bottom bar. */
  children?: ReactNode
}

/** What came of the query: the state of the run, the drawings, and the facts about the result. */
export function ResultPane({ model, rights, running, children }: ResultPaneProps) {
  const { query } = model
  const { execution, result } = running
  const panelId = useId()
  const hash = useLocation({ select: (location) => location.hash })
  const navigate = useNavigate()
  const formats = useFormats()
  const changes = useVisualizations(query)
  const [chosen, setChosen] = useState<VisualizationAction | null>(null)
  const isAlive = query !== null && !query.is_archived
  const canBeShown = usePermission('edit_dashboard') && isAlive
  const search = useRowSearch(result)

  const tabs = useMemo(() => tabsOf(query), [query])
  const tab = selectedTab(tabs, hash)
  const isTable = tab.visualization.type === 'TABLE'
  const type = visualizationOf(tab.visualization.type)
  const hasSearch = type?.hasSearch?.(type.options.parse(tab.visualization.options)) === true
  useEffect(() => {
    if (tab.id !== null) recordEvent('view', 'visualization', tab.id)
  }, [tab.id])
  const goTo = (next: string) => navigate({ to: '.', hash: next, replace: true, search: true })

  const visible = useVisibleRows(result, isTable && !hasSearch ? search.text : '')
  const live = useLiveRows(running.rowsSoFar, tab.visualization)

  const isOfSelection = live === null ? running.isOfSelection.result : running.isOfSelection.rowsSoFar

  const add = async () => {
    const saved = query ?? (await model.save(running.resultOfText()))
    if (saved === null) return
    await navigate({
      to: '/queries/$queryId/source',
      params: { queryId: String(saved.id) },
      hash: ADD_HASH,
      replace: query === null,
    })
  }

  const isAdding = hash === ADD_HASH && rights.mayEdit
  const openFor = (action: 'edit' | 'show' | 'embed') => () => setChosen({ action, tab })
  const isOld = live === null && isRunning(execution)
  return (
    <section className={styles.pane} aria-label="Result">
      <ExecutionBanner execution={execution} onCancel={running.cancel} />
      {result !== null && <ResultNotes truncated={result.result.truncated} log={result.result.log} />}
      <VisualizationTabs
        tabs={tabs}
        selected={tab}
        mayEdit={rights.mayEdit}
        panelId={panelId}
        onSelect={(next) => void goTo(next.hash)}
        onRemove={(removed) => void changes.remove(removed)}
        onAdd={result === null ? null : () => void (query === null ? add() : goTo(ADD_HASH))}
      >
        {live !== null && <span className={styles.first}>Showing the first {live.count.toLocaleString('en')}</span>}
        {isOfSelection && <span className={styles.first}>Of the selected text</span>}
        {isTable && live === null && visible.isNarrowed && result !== null && (
          <MatchCount found={visible.found} total={result.result.row_count} />
        )}
        {isTable && !hasSearch && result !== null && <RowSearch value={search.typed} onChange={search.type} />}
      </VisualizationTabs>
      {live === null && visible.filters.length > 0 && (
        <div className={styles.filters}>
          <FiltersBar filters={visible.filters} onChange={visible.choose} />
        </div>
      )}
      <div
        className={styles.panel}
        id={panelId}
        role="tabpanel"
        aria-label={tab.visualization.name}
        data-old={isOld || undefined}
      >
        {live !== null || result !== null ? (
          <VisualizationView
            key={tab.hash}
            visualization={live?.visualization ?? tab.visualization}
            loadData={live?.loadData ?? visible.loadData}
            columns={live?.columns ?? result?.result.columns ?? []}
            formats={formats}
            place="query page"
            refreshKey={live?.key ?? visible.key}
          />
        ) : (
          <NoResult running={running} type={type} />
        )}
      </div>
      <BottomBar
        queryId={query?.id ?? null}
        result={result?.result ?? null}
        onAddToDashboard={canBeShown && tab.id !== null ? openFor('show') : null}
        onEmbed={isAlive && tab.id !== null ? openFor('embed') : null}
        onEdit={rights.mayEdit && tab.id !== null && result !== null ? openFor('edit') : null}
      >
        {children}
      </BottomBar>
      <ResultDialogs
        model={model}
        result={result}
        formats={formats}
        open={chosen ?? (isAdding ? { action: 'add', tab: null } : null)}
        onSaved={(id) => void goTo(String(id))}
        onClose={() => {
          setChosen(null)
          if (isAdding) void goTo('')
        }}
      />
    </section>
  )
}
