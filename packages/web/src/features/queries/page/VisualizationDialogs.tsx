import { Button, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import type { DashboardListItem } from '@sightline/contract/dashboards.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import { type Chosen, withChosen } from '@sightline/domain/filters/filters.ts'
import { IconSearch } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useMemo, useRef, useState } from 'react'
import { messageOf } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'
import { filteredData, useResultFilters } from '../../../results/result-filters.ts'
import { ChoiceList } from '../../../ui/ChoiceList.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { FiltersBar } from '../../../ui/filters/FiltersBar.tsx'
import { SEARCH_DEBOUNCE_MS } from '../../../ui/SearchBox.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { Formats } from '../../../visualizations/visualization.ts'
import { dashboardQuery, dashboardSearchQuery, type Showable, showOnDashboard } from '../../dashboards/api.ts'
import { EmbedDialog } from './EmbedDialog.tsx'
import type { QueryModel } from './use-query-model.ts'
import styles from './VisualizationDialogs.module.css'
import { useVisualizationChanges, type VisualizationTab } from './visualization-tabs.ts'

/** An action on a visualization that opens a dialog. */
export type VisualizationAction =
  | { action: 'edit' | 'add to dashboard' | 'embed'; tab: VisualizationTab }
  | { action: 'add'; tab: null }

interface VisualizationDialogsProps {
  model: QueryModel
  result: ResultWindow | null
  formats: Formats
  /** null while no dialog is open. */
  open: VisualizationAction | null
  /** Receives the id of the saved visualization. */
  onSaved(id: number): void
  onClose(): void
}

/** The open dialog about a visualization, if there is one. */
export function VisualizationDialogs({ model, result, formats, open, onSaved, onClose }: VisualizationDialogsProps) {
  const { query, parameters } = model
  if (query === null || open === null) return null
  const { action, tab } = open
  if (action === 'add' || action === 'edit')
    return (
      result !== null && (
        <EditDialog query={query} tab={tab} result={result} formats={formats} onSaved={onSaved} onClose={onClose} />
      )
    )
  const { id, visualization } = tab
  if (id === null) return null
  if (action === 'embed')
    return <EmbedDialog query={query} visualizationId={id} parameters={parameters.definitions} onClose={onClose} />
  const { type, name } = visualization
  return (
    <AddToDashboardDialog visualization={{ id, type, name, parameters: query.options.parameters ?? [] }} onClose={onClose} />
  )
}

const VisualizationEditor = lazy(async () => ({
  default: (await import('../../../visualizations/VisualizationEditor.tsx')).VisualizationEditor,
}))

interface EditDialogProps {
  query: Query
  /** null for a new visualization. */
  tab: VisualizationTab | null
  result: ResultWindow
  formats: Formats
  onSaved(id: number): void
  /** Called after saving, too. */
  onClose(): void
}

/** Creates or changes a visualization of the query. */
function EditDialog({ query, tab, result, formats, onSaved, onClose }: EditDialogProps) {
  const { save } = useVisualizationChanges(query)
  const savedId = useRef<number | null>(null)
  const declared = useResultFilters(result)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const filters = useMemo(() => declared && withChosen(declared, chosen), [declared, chosen])
  // Nothing is shown until the values of the filters are loaded.
  const load = useMemo(
    (): LoadData => (filters === null ? () => new Promise(() => {}) : filteredData(result, filters)),
    [result, filters],
  )
  const choose = (name: string, current: Cell[]) => setChosen((now) => new Map(now).set(name, current))
  return (
    <Suspense fallback={null}>
      <VisualizationEditor
        queryName={query.name}
        visualization={tab?.visualization ?? null}
        columns={result.result.columns}
        rows={result.rows}
        rowCount={result.result.row_count}
        loadData={load}
        filters={<FiltersBar filters={filters ?? []} onChange={choose} />}
        formats={formats}
        onSave={async (edited) => {
          savedId.current = await save(tab?.id ?? null, edited)
        }}
        onClose={() => {
          onClose()
          if (savedId.current !== null) onSaved(savedId.current)
        }}
      />
    </Suspense>
  )
}

/** Minimum length of a search for dashboards. */
const MIN_SEARCH_LENGTH = 3

interface AddToDashboardDialogProps {
  visualization: Showable & { name: string }
  onClose(): void
}

/** Adds the visualization to a dashboard found by name. */
function AddToDashboardDialog({ visualization, onClose }: AddToDashboardDialogProps) {
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const [term] = useDebouncedValue(typed.trim(), SEARCH_DEBOUNCE_MS)
  const [chosen, setChosen] = useState<Pick<DashboardListItem, 'id' | 'slug'> | null>(null)
  const [isAdding, setIsAdding] = useState(false)
  const isSearching = term.length >= MIN_SEARCH_LENGTH
  const { data: found, error } = useQuery({ ...dashboardSearchQuery(term), enabled: isSearching })

  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (chosen === null || isAdding) return
    setIsAdding(true)
    try {
      await showOnDashboard(chosen.slug, visualization)
      void cache.invalidateQueries({ queryKey: dashboardQuery(chosen.slug).queryKey })
      notify.success('Widget added to dashboard.')
      onClose()
    } catch (error) {
      setIsAdding(false)
      notify.error('Widget not added.', messageOf(error) ?? undefined)
    }
  }

  return (
    <Dialog opened onClose={onClose} title="Add to Dashboard" size={480}>
      <form onSubmit={(event) => void add(event)}>
        <TextInput
          label={`Dashboard that is to show "${visualization.name}"`}
          description={isSearching ? undefined : `Search starts at ${MIN_SEARCH_LENGTH} characters.`}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          placeholder="Search a dashboard by name"
          leftSection={<IconSearch size={14} stroke={1.75} />}
          error={isSearching && error !== null ? (messageOf(error) ?? 'The dashboards could not be searched.') : null}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value)
            setChosen(null)
          }}
          data-autofocus
        />
        {isSearching && found !== undefined && (
          <ChoiceList
            label="Dashboards"
            choices={found.results.map((dashboard) => ({
              ...dashboard,
              details: <StatusBadge isDraft={dashboard.is_draft} isArchived={dashboard.is_archived} />,
            }))}
            chosen={chosen?.id ?? null}
            onChoose={({ id, slug }) => setChosen({ id, slug })}
          />
        )}
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isAdding} disabled={chosen === null}>
            Add to Dashboard
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
