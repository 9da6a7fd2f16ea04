import type { Query } from '@sightline/contract/queries.ts'
import type { Cell } from '@sightline/contract/results.ts'
import type { Visualization } from '@sightline/contract/visualizations.ts'
import { type Chosen, type Filter, withChosen } from '@sightline/domain/filters/filters.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useClientConfig } from '../../app/client-config.ts'
import { useFormats } from '../../app/use-formats.ts'
import { filtersIn, memoryData } from '../../results/memory-data.ts'
import type { WholeResult } from '../../results/run-saved-query.ts'
import { FiltersBar } from '../../ui/filters/FiltersBar.tsx'
import { ParametersBar } from '../../ui/parameters/ParametersBar.tsx'
import { visualizationOf } from '../../visualizations/registry.ts'
import { VisualizationView } from '../../visualizations/VisualizationView.tsx'
import { minHeightOf } from '../../visualizations/visualization.ts'
import { AboutResult } from './AboutResult.tsx'
import type { EmbedParts } from './address.ts'
import { EmbedError } from './EmbedError.tsx'
import styles from './EmbedPage.module.css'
import { useEmbeddedRun } from './use-embedded-run.ts'

// With all that reads Markdown, which most embeds show none of.
const Markdown = lazy(async () => ({ default: (await import('../../ui/Markdown.tsx')).Markdown }))

interface EmbeddedVisualizationProps {
  query: Query
  visualization: Visualization
  parts: EmbedParts
}

/** The drawing, as large as the frame leaves room for and no lower than on the query page, and around it what the address asks for. */
export function EmbeddedVisualization({ query, visualization, parts }: EmbeddedVisualizationProps) {
  const { dateFormat } = useClientConfig()
  const { definitions, options, set, apply, result, error } = useEmbeddedRun(query)
  const [chosen, setChosen] = useState<Chosen>(new Map())
  const filters = useMemo(() => (result === undefined ? [] : withChosen(filtersIn(result), chosen)), [result, chosen])
  const choose = (name: string, current: Cell[]) => setChosen((now) => new Map(now).set(name, current))
  const hasParameters = parts.parameters && definitions.length > 0
  const hasFilters = error === null && filters.length > 0
  const isNamed = visualization.name !== '' && visualization.name !== query.name
  const about = (
    <AboutResult
      query={query}
      visualization={visualization}
      definitions={definitions}
      result={error === null ? result : undefined}
      isTimestampShown={parts.timestamp}
      isLinkShown={parts.link}
    />
  )
  return (
    <div className={styles.page}>
      {parts.header && (
        <header className={styles.head}>
          <div className={styles.titles}>
            <h1 className={styles.title}>{query.name}</h1>
            {isNamed && <span className={styles.name}>{visualization.name}</span>}
          </div>
          {about}
        </header>
      )}
      {parts.description && query.description !== null && query.description !== '' && (
        <div className={styles.description}>
          <Suspense>
            <Markdown text={query.description} />
          </Suspense>
        </div>
      )}
      {(hasParameters || hasFilters) && (
        <div className={styles.bars}>
          {hasParameters && (
            <ParametersBar
              definitions={definitions}
              options={options}
              dateFormat={dateFormat}
              place="plain"
              onChange={set}
              onApply={apply}
            />
          )}
          {hasFilters && <FiltersBar filters={filters} onChange={choose} />}
        </div>
      )}
      {error !== null ? (
        <EmbedError error={error} />
      ) : result === undefined ? (
        <div className={styles.waiting} role="status">
          Loading...
        </div>
      ) : (
        <ResultVisualization visualization={visualization} result={result} filters={filters} />
      )}
      {!parts.header && about}
    </div>
  )
}

interface ResultVisualizationProps {
  visualization: Visualization
  result: WholeResult
  filters: readonly Filter[]
}

function ResultVisualization({ visualization, result, filters }: ResultVisualizationProps) {
  const shared = useFormats()
  // Code of others is never run in a page that stands in those of others, whoever looks at it.
  const formats = useMemo(() => ({ ...shared, allowsCustomCode: false }), [shared])
  const type = visualizationOf(visualization.type)
  // Tables are as high as the frame, and scroll.
  const least = type === null ? 0 : minHeightOf(type)
  const load = useMemo(() => memoryData(result, filters), [result, filters])
  return (
    <div className={styles.visualization} style={least === 0 ? undefined : { minHeight: least }}>
      <div className={styles.inside}>
        <VisualizationView
          visualization={visualization}
          loadData={load}
          columns={result.columns}
          formats={formats}
          refreshKey={load}
        />
      </div>
    </div>
  )
}
