import { t } from '@lingui/core/macro'
import { useLocalStorage } from '@mantine/hooks'
import { api } from '@sightline/contract/api.ts'
import type { DataSource, SchemaTable } from '@sightline/contract/data-sources.ts'
import { isRunning } from '@sightline/domain/execution-state.ts'
import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { tagsOf } from '@sightline/domain/parameters/keyword.ts'
import { pendingCount } from '@sightline/domain/parameters/pending.ts'
import { otherLanguage, queryDialect, textLanguage } from '@sightline/domain/query-dialect.ts'
import { allowsLiveAutocomplete } from '@sightline/domain/schema-search.ts'
import { statementAt } from '@sightline/domain/sql-text/statements.ts'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, use, useMemo, useRef, useState } from 'react'
import { call } from '../../../api/call.ts'
import { messageOf } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'
import { useFixedLayout } from '../../../app/page-hooks.ts'
import { useSession } from '../../../app/session.ts'
import type { EditorHandle } from '../../../editor/SqlEditor.tsx'
import { loadedPart } from '../../../ui/loaded-part.ts'
import type { VisualizationTools } from '../../../visualizations/visualization.ts'
import { schemaQuery } from '../../data-sources/api.ts'
import { QueryParameters } from '../parameters/QueryParameters.tsx'
import { useApply } from '../parameters/use-parameters.ts'
import { DraftNotice, type DraftRecovery } from './DraftRecovery.tsx'
import { EditorPane } from './EditorPane.tsx'
import { ExecuteButton } from './ExecutionControls.tsx'
import { FormatError, formatText, usePageShortcuts } from './editor-commands.ts'
import { Panes } from './Panes.tsx'
import { QueryHead } from './QueryHead.tsx'
import styles from './QueryPage.module.css'
import { ReadOnlyNote } from './ReadOnlyNote.tsx'
import type { ResultPaneProps } from './ResultPane.tsx'
import { offeredSources, rightsOf } from './rights.ts'
import { SourcePane } from './SourcePane.tsx'
import type { QueryModel } from './use-query-model.ts'
import { useQueryRun } from './use-query-run.ts'

const ParameterDialog = lazy(() => import('../parameters/ParameterDialog.tsx'))

// With all visualizations it is larger than the rest of the page, which a phone shows before it.
const resultPane = loadedPart(() => import('./ResultPane.tsx'))

function LoadedResultPane(props: ResultPaneProps) {
  const { ResultPane } = use(resultPane())
  return <ResultPane {...props} />
}

const ResultPane = (props: ResultPaneProps) => (
  <Suspense fallback={null}>
    <LoadedResultPane {...props} />
  </Suspense>
)

interface QueryPageProps {
  model: QueryModel
  sources: readonly DataSource[]
  recovery: DraftRecovery
  /** Receives the chosen data source, which becomes the default of the next new query. */
  onSource(id: number): void
}

/** A query with its result, without the editor. */
export function ViewPage({ model, sources }: Pick<QueryPageProps, 'model' | 'sources'>) {
  const source = sources.find((each) => each.id === model.draft.dataSourceId) ?? null
  const rights = rightsOf(useSession().user, model.query, source)
  const run = useQueryRun(model, source, rights)
  const { apply, assign } = useApply(model.parameters, run.executeWith)
  const hasPending = pendingCount(model.draft.parameters) > 0
  const execute = () => (hasPending ? apply() : run.execute(null))
  usePageShortcuts({ execute })
  const [tools, setTools] = useState<VisualizationTools | null>(null)
  return (
    <div className={styles.page}>
      <QueryHead model={model} rights={rights} mode="view" tools={tools} />
      <div className={styles.view}>
        <QueryParameters parameters={model.parameters} place="canvas" onEdit={null} onApply={apply} />
        <div className={styles.card}>
          <ResultPane model={model} rights={rights} run={run} onAssign={assign} onTools={setTools}>
            <ExecuteButton isEnabled={run.canExecute} disabledReason={run.disabledReason} onExecute={execute} />
          </ResultPane>
        </div>
      </div>
    </div>
  )
}

const EMPTY_TEXT = t`An empty query cannot be saved. Write some SQL first.`

const noTables: SchemaTable[] = []

/** A query with its data source, editor and result. */
export function SourcePage({ model, sources, recovery, onSource }: QueryPageProps) {
  const { query, draft } = model
  useFixedLayout()
  const source = sources.find((each) => each.id === draft.dataSourceId) ?? null
  const dialect = source ? queryDialect(source, draft.dialect) : ''
  const language = source && textLanguage({ ...source, dialect })
  const rights = rightsOf(useSession().user, query, source)
  const run = useQueryRun(model, source, rights)
  const schema = useQuery({ ...schemaQuery(source?.id ?? 0), enabled: source !== null })
  const tables = schema.data !== undefined && 'schema' in schema.data ? schema.data.schema : noTables
  const maySuggest = useMemo(() => allowsLiveAutocomplete(tables), [tables])
  const editor = useRef<EditorHandle>(null)
  const [tools, setTools] = useState<VisualizationTools | null>(null)

  const [isLive, setIsLive] = useLocalStorage({
    key: 'sightline-live-autocomplete',
    defaultValue: true,
    getInitialValueInEffect: false,
  })

  const save = () => {
    if (rights.mayEdit && model.text.get().trim() === '') return notify.error(EMPTY_TEXT)
    if (rights.mayEdit && model.hasChanges() && !model.isSaving) void model.save(run.resultIdOfText())
  }
  const { apply, assign } = useApply(model.parameters, run.executeWith)
  const hasPending = pendingCount(draft.parameters) > 0
  const execute = () => (hasPending ? apply() : run.execute(editor.current?.selection() ?? null))
  const executeStatement = () => {
    const text = model.text.get()
    // Other languages than SQL have no statements.
    const isSql = source?.syntax === 'sql' && otherLanguage(dialect) === null
    const found = isSql ? statementAt(text, dialect, editor.current?.cursor() ?? 0) : null
    if (hasPending) return apply()
    run.execute(editor.current?.selection() ?? (found && { text: text.slice(found.start, found.end), from: found.start }))
  }
  // null: no dialog. Without a definition the dialog adds a parameter.
  const [dialog, setDialog] = useState<{ definition: Definition | null } | null>(null)
  const addParameter = () => {
    if (rights.mayEdit) setDialog({ definition: null })
  }
  const saveParameter = (definition: Definition) => {
    setDialog(null)
    if (dialog?.definition)
      return model.parameters.set((now) => now.map((each) => (each.name === definition.name ? definition : each)))
    // First the parameter, then its placeholder: one with an unknown name would become a text parameter.
    model.parameters.set((now) => [...now, definition])
    editor.current?.insert(tagsOf(definition))
  }
  const format = async () => {
    if (!rights.mayEdit) return
    try {
      const formatted = await formatText(
        model.text.get(),
        source?.syntax ?? 'sql',
        async (text) => (await call(api.queries.format, { body: { query: text, dialect } })).query,
      )
      model.setText(formatted)
      editor.current?.focus()
    } catch (error) {
      notify.error(error instanceof FormatError ? error.message : (messageOf(error) ?? t`The query could not be formatted.`))
    }
  }
  const chooseSource = async (id: number) => {
    onSource(id)
    const dialect = sources.find((each) => each.id === id)?.dialects?.[0] ?? null
    if (await model.chooseSource(id, dialect)) run.executeOn({ ...draft, dataSourceId: id, dialect: draft.dialect ?? dialect })
  }
  const chooseDialect = async (chosen: string) => {
    if (chosen !== dialect && (await model.chooseDialect(chosen))) run.executeOn({ ...draft, dialect: chosen })
  }
  usePageShortcuts({ execute, save, format: () => void format() })

  const sourcePane = (
    <SourcePane
      sources={offeredSources(sources, draft.dataSourceId)}
      source={source}
      dialect={dialect}
      schema={schema}
      mayChoose={rights.isOwner && rights.mayEdit}
      mayPreview={rights.mayExecute && source?.view_only !== true}
      onChoose={(id) => void chooseSource(id)}
      onInsert={(text) => editor.current?.insert(text)}
    />
  )
  const editorPane = (
    <EditorPane
      ref={editor}
      text={model.text}
      source={source}
      dialect={dialect}
      language={language}
      textPassing={source?.text_passing}
      parameters={draft.parameters}
      tables={tables}
      isLiveAutocomplete={maySuggest ? isLive : null}
      isReadOnly={!rights.mayEdit}
      note={rights.mayEdit || query === null ? null : <ReadOnlyNote model={model} query={query} rights={rights} />}
      takesFocus={query === null}
      canExecute={run.canExecute}
      disabledReason={run.disabledReason}
      canSave={rights.mayEdit}
      isSaving={model.isSaving}
      error={run.errorRange}
      onText={model.setText}
      onToggleAutocomplete={() => setIsLive((now) => !now)}
      onSave={save}
      onExecute={execute}
      onExecuteStatement={executeStatement}
      onFormat={() => void format()}
      onAddParameter={addParameter}
      onDialect={rights.isOwner && rights.mayEdit ? (chosen) => void chooseDialect(chosen) : null}
      autoLimit={{ isOn: draft.autoLimit, onChange: rights.mayEdit ? (isOn) => void model.chooseAutoLimit(isOn) : null }}
    />
  )
  const resultPane = (
    <div className={styles.result}>
      <QueryParameters
        parameters={model.parameters}
        place="bar"
        onEdit={rights.mayEdit ? (definition) => setDialog({ definition }) : null}
        onApply={apply}
      />
      <ResultPane
        model={model}
        rights={rights}
        run={run}
        isBelowEditor
        hasTables={tables.length > 0}
        onAssign={assign}
        onTools={setTools}
      />
    </div>
  )

  return (
    <div className={styles.page}>
      <QueryHead model={model} rights={rights} mode="source" tools={tools} />
      <DraftNotice recovery={recovery} mayEdit={rights.mayEdit} />
      <Panes source={sourcePane} editor={editorPane} result={resultPane} isRunning={isRunning(run.execution)} />
      {dialog !== null && (
        <Suspense fallback={null}>
          <ParameterDialog
            definition={dialog.definition}
            known={draft.parameters}
            queryId={query?.id ?? null}
            text={model.text.get()}
            language={language}
            textPassing={source?.text_passing}
            tables={maySuggest ? tables : noTables}
            onSave={saveParameter}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </div>
  )
}
