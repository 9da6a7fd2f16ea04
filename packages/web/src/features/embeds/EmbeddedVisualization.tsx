import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { RunParameter } from '@sightline/contract/pictures.ts'
import type { Query } from '@sightline/contract/queries.ts'
import type { Cell, ResultWindow } from '@sightline/contract/results.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { type Chosen, type Filter, withChosen } from '@sightline/domain/filters/filters.ts'
import type { Definition, Values } from '@sightline/domain/parameters/definition.ts'
import { applyPending } from '@sightline/domain/parameters/pending.ts'
import { runParameters } from '@sightline/domain/parameters/run-parameters.ts'
import { replaceInUrl, withUrlValues } from '@sightline/domain/parameters/url-values.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { pathTo } from '../../api/url.ts'
import { GoneRows } from '../../app/GoneRows.tsx'
import { queryUrl } from '../../app/query-link.ts'
import { useClientConfig } from '../../app/session.ts'
import { OrganizationLogo } from '../../app/shell/Logo.tsx'
import { useFormats } from '../../app/use-formats.ts'
import { useDropdowns } from '../../results/dropdowns.ts'
import { ResultZone } from '../../results/ResultZone.tsx'
import { filteredData, useResultFilters } from '../../results/result-filters.ts'
import type { ResultReader } from '../../results/result-reader.ts'
import { MaxAge } from '../../results/run-query.ts'
import { useMarkRows } from '../../results/use-mark-rows.ts'
import { useSavedQueryRun } from '../../results/use-saved-query-run.ts'
import { FiltersBar } from '../../ui/filters/FiltersBar.tsx'
import { HealthLine } from '../../ui/HealthMark.tsx'
import { MarkdownText } from '../../ui/MarkdownText.tsx'
import { ParametersBar } from '../../ui/parameters/ParametersBar.tsx'
import { TimeAgo } from '../../ui/TimeAgo.tsx'
import { useTimeZone } from '../../ui/time-zone.tsx'
import { MarkCard } from '../../visualizations/MarkCard.tsx'
import { conditionsOfMark } from '../../visualizations/picked-mark.ts'
import { visualizationOf } from '../../visualizations/registry.ts'
import { VisualizationView } from '../../visualizations/VisualizationView.tsx'
import { minHeightOf, type PickedMark } from '../../visualizations/visualization.ts'
import { downloadUrl } from '../executions/api.ts'
import { embedHealthQuery } from '../queries/api.ts'
import styles from './EmbedPage.module.css'
import type { EmbedParts } from './search-params.ts'

interface EmbeddedVisualizationProps {
  query: Query
  visualization: Visualization
  parts: EmbedParts
}

/** A visualization that fills the frame, at least as high as on the query page, with the parts that the URL asks for around it. */
export function EmbeddedVisualization({ query, visualization, parts }: EmbeddedVisualizationProps) {
  const formats = useFormats()
  const { logoUrl, orgName } = useClientConfig()
  const { definitions, options, set, apply, result, reader, failure } = useEmbeddedRun(query)
  const declared = useResultFilters(result?.first, reader)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const filters = useMemo(() => withChosen(declared ?? [], chosen), [declared, chosen])
  const choose = (name: string, current: Cell[]) => setChosen((now) => new Map(now).set(name, current))
  const hasParameters = parts.parameters && definitions.length > 0
  const hasFilters = failure === null && filters.length > 0
  const isNamed = visualization.name !== '' && visualization.name !== query.name
  const about = (
    <AboutResult
      query={query}
      visualization={visualization}
      definitions={definitions}
      result={failure === null ? result : undefined}
      isTimestampShown={parts.timestamp}
      isLinkShown={parts.link}
    />
  )
  return (
    <div className={styles.page}>
      {parts.header && (
        <header className={styles.head}>
          {logoUrl !== null && <OrganizationLogo url={logoUrl} name={orgName} height={20} />}
          <div className={styles.titles}>
            <h1 className={styles.title}>{query.name}</h1>
            {isNamed && <span className={styles.name}>{visualization.name}</span>}
          </div>
          {about}
        </header>
      )}
      {parts.description && query.description !== null && query.description !== '' && (
        <div className={styles.description}>
          <MarkdownText text={query.description} />
        </div>
      )}
      {(hasParameters || hasFilters) && (
        <div className={styles.bars}>
          {hasParameters && (
            <ParametersBar
              definitions={definitions}
              options={options}
              dateFormat={formats.dateFormat}
              place="plain"
              onChange={set}
              onApply={apply}
            />
          )}
          {hasFilters && <FiltersBar filters={filters} formats={formats} onChange={choose} />}
        </div>
      )}
      {failure !== null ? (
        <EmbedError error={failure} />
      ) : result === undefined || declared === null ? (
        <div className={styles.waiting} role="status">
          <Trans>Loading...</Trans>
        </div>
      ) : (
        <FilteredVisualization
          visualization={visualization}
          first={result.first}
          parameters={runParameters(definitions, result.parameters)}
          reader={reader}
          filters={filters}
        />
      )}
      {!parts.header && about}
    </div>
  )
}

/** The parameters of an embedded query, and its result for their applied values. */
function useEmbeddedRun(query: Query) {
  const search = useSearch({ strict: false })
  const navigate = useNavigate()
  const [known, setKnown] = useState<readonly Definition[]>(() => withUrlValues(query.options.parameters ?? [], search))
  const { definitions, options } = useDropdowns(() => query.id, known)
  const { result, reader, failure } = useSavedQueryRun({
    queryId: query.id,
    definitions,
    isLoadingOptions: [...options.values()].some(({ status }) => status === 'loading'),
    maxAge: MaxAge.any,
  })
  return {
    definitions,
    options,
    result,
    reader,
    failure,
    /** Sets the pending value of a parameter. */
    set: (changed: Definition) => setKnown(definitions.map((each) => (each.name === changed.name ? changed : each))),
    /** Runs the query with the pending values, and writes them into the URL. */
    apply() {
      const applied = applyPending(definitions)
      setKnown(applied)
      void navigate({ to: '.', search: (now: object) => replaceInUrl({ ...now }, applied), replace: true })
    },
  }
}

interface FilteredVisualizationProps {
  visualization: Visualization
  first: ResultWindow
  parameters: readonly RunParameter[]
  reader: ResultReader
  filters: readonly Filter[]
}

function FilteredVisualization({ visualization, first, parameters, reader, filters }: FilteredVisualizationProps) {
  const shared = useFormats()
  // Custom chart code never runs in a page that is embedded in other sites, even for signed-in users.
  const formats = useMemo(() => ({ ...shared, allowsCustomCode: false }), [shared])
  const [inspected, setInspected] = useState<PickedMark | null>(null)
  const type = visualizationOf(visualization.type)
  // 0 for tables, which are as high as the frame and scroll.
  const minHeight = type === null ? 0 : minHeightOf(type)
  const load = useMemo(() => filteredData(first, filters, reader), [first, filters, reader])
  return (
    <div className={styles.visualization} style={minHeight === 0 ? undefined : { minHeight }}>
      <div className={styles.inside}>
        <VisualizationView
          visualization={visualization}
          loadData={load}
          columns={first.result.columns}
          formats={formats}
          parameters={parameters}
          onInspect={setInspected}
          refreshKey={load}
        />
      </div>
      {inspected !== null && (
        <MarkRows mark={inspected} first={first} filters={filters} reader={reader} onClose={() => setInspected(null)} />
      )}
    </div>
  )
}

interface MarkRowsProps extends Omit<FilteredVisualizationProps, 'visualization' | 'parameters'> {
  mark: PickedMark
  onClose(): void
}

/** The rows behind a mark, which the key of the query may download anyway. */
function MarkRows({ mark, first, filters, reader, onClose }: MarkRowsProps) {
  const formats = useFormats()
  const { timeZone } = formats
  const conditions = useMemo(() => conditionsOfMark(mark), [mark])
  const { load, isGone } = useMarkRows({ first, filters, conditions, timeZone }, reader)
  return (
    <MarkCard
      mark={mark}
      result={first.result}
      loadData={load}
      formats={formats}
      gone={isGone ? <GoneRows onExecute={null} /> : null}
      actions={null}
      onClose={onClose}
    />
  )
}

/** An error in one line: a frame may be small. */
export function EmbedError({ error }: { error: string }) {
  return (
    <div className={styles.error} role="alert">
      <Trans>Error: {error}</Trans>
    </div>
  )
}

interface AboutResultProps {
  query: Query
  visualization: Visualization
  /** The query's parameters, with the values of the result. */
  definitions: readonly Definition[]
  /** undefined while there is none. */
  result: { first: ResultWindow; parameters: Values } | undefined
  isTimestampShown: boolean
  isLinkShown: boolean
}

const files = [
  { fileType: 'csv', name: 'CSV' },
  { fileType: 'xlsx', name: t`Excel` },
] as const

/** One line: what is wrong with the result, its age, its download links, and the link to the query. Only download links contain the API key. */
function AboutResult({ query, visualization, definitions, result, isTimestampShown, isLinkShown }: AboutResultProps) {
  const timeZone = useTimeZone()
  const { data: health } = useQuery({ ...embedHealthQuery(query.id), enabled: result !== undefined })
  if (!isTimestampShown && !isLinkShown && result === undefined) return null
  return (
    <div className={styles.about}>
      {health && result !== undefined && <HealthLine health={health} retrievedAt={result.first.result.retrieved_at} />}
      {isTimestampShown && result !== undefined && (
        <span>
          <Trans>
            Updated <TimeAgo date={result.first.result.retrieved_at} />
            <ResultZone first={result.first} />
          </Trans>
        </span>
      )}
      {result !== undefined &&
        files.map(({ fileType, name }) => (
          <a
            key={fileType}
            className={styles.link}
            href={downloadUrl(query.id, result.first.result.id, {
              fileType,
              values: { form: 'exact', timeZone },
              parameters: result.parameters,
            })}
            download
            aria-label={t`Download as ${name} File`}
          >
            {name}
          </a>
        ))}
      {isLinkShown && (
        <a
          className={styles.link}
          href={pathTo(queryUrl(query.id, visualization.id, definitions))}
          target="_blank"
          rel="noopener noreferrer"
        >
          <Trans>View Query</Trans>
          <IconExternalLink size={12} stroke={1.75} aria-hidden />
        </a>
      )}
    </div>
  )
}
