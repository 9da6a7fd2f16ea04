import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, SegmentedControl } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import type { Exploration, ExploredColumn } from '@sightline/domain/explore/exploration.ts'
import { isLimited, limitedResultText } from '@sightline/domain/limited-result.ts'
import { IconFilterOff, IconPlugConnectedX } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ApiError, messageOf } from '../../../api/error.ts'
import { ResultZone } from '../../../results/ResultZone.tsx'
import { CopyButton } from '../../../ui/CopyButton.tsx'
import type { SourceColumn } from '../../../ui/data-table/row-source.ts'
import { EmptyState } from '../../../ui/EmptyState.tsx'
import { TimeAgo } from '../../../ui/TimeAgo.tsx'
import { useTimeZone } from '../../../ui/time-zone.tsx'
import { Waiting } from '../../../visualizations/Placeholders.tsx'
import { visualizationOf } from '../../../visualizations/registry.ts'
import { AnswerChart } from './AnswerChart.tsx'
import { AnswerTable } from './AnswerTable.tsx'
import { chartOptions, drawnMeasures } from './chart-options.ts'
import styles from './ExploredResult.module.css'
import { InspectedAnswer } from './InspectedAnswer.tsx'
import { drawnText, notesOf } from './notes.ts'
import { RemovedState } from './RemovedState.tsx'
import { useExplored } from './use-explored.ts'

type View = 'table' | 'chart'

interface ExploredResultProps {
  queryId: number
  window: ResultWindow
  exploration: Exploration
  columns: readonly (SourceColumn & ExploredColumn)[]
  /** null if it would not read this result. */
  sql: string | null
  view: View
  onView(view: View): void
  onClearFilters(): void
  onChange(exploration: Exploration): void
}

/** The answer as a table or chart, facts about it, and its SQL. */
export function ExploredResult(props: ExploredResultProps) {
  const { queryId, window, exploration, columns, sql, view, onView, onClearFilters, onChange } = props
  const { answer, matching, isLoading, error, retry } = useExplored(window, exploration, columns, useTimeZone())
  const charted = answer?.charted ?? null
  const chart = useMemo(() => charted && chartOptions(charted.exploration, charted.columns, charted.rows), [charted])
  const drawn = view === 'chart' && charted && chart ? drawnMeasures(charted.exploration, charted.columns, chart) : null
  return (
    <section className={styles.result} aria-label={t`Result`}>
      <div className={styles.bar}>
        <SegmentedControl
          size="xs"
          aria-label={t`Show the result as`}
          data={[
            { value: 'table', label: t`Table` },
            { value: 'chart', label: t`Chart` },
          ]}
          value={view}
          onChange={(next) => onView(next === 'chart' ? 'chart' : 'table')}
        />
      </div>
      <div className={styles.panel} data-loading={isLoading || undefined} aria-busy={isLoading}>
        {error !== null ? (
          <Failed error={error} queryId={queryId} resultId={window.result.id} onRetry={retry} />
        ) : matching === 0 && !isLoading ? (
          <NoMatch onClear={onClearFilters} />
        ) : answer === null || chart === null ? (
          <Waiting type={visualizationOf(view === 'chart' ? 'CHART' : 'TABLE')} />
        ) : (
          <InspectedAnswer answer={answer} queryId={queryId} window={window} columns={columns}>
            {(inspect) =>
              view === 'table' ? (
                <AnswerTable
                  answer={answer}
                  columns={columns}
                  exploration={exploration}
                  onChange={onChange}
                  onInspect={inspect}
                />
              ) : (
                <AnswerChart answer={answer} options={chart} onInspect={inspect} />
              )
            }
          </InspectedAnswer>
        )}
      </div>
      {sql !== null && <Sql text={sql} />}
      <footer className={styles.facts}>
        <span role="status">
          {answer !== null && error === null && notesOf(answer, matching, window.result.row_count, exploration.across)}
        </span>
        {charted !== null && drawn !== null && <span role="status">{drawnText(charted.exploration, drawn)}</span>}
        {sql === null && (
          <span>
            <Trans>Not the latest result of the saved query</Trans>
          </span>
        )}
        {isLimited(window.result) && <span>{limitedResultText()}</span>}
        <span>
          <Trans>
            Updated <TimeAgo date={window.result.retrieved_at} />
            <ResultZone first={window} />
          </Trans>
        </span>
      </footer>
    </section>
  )
}

function Sql({ text }: { text: string }) {
  return (
    <details className={styles.sql}>
      <summary>
        <Trans>SQL</Trans>
      </summary>
      <div className={styles.text}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled with the keyboard. */}
        <pre tabIndex={0}>{text}</pre>
        <CopyButton text={text} />
      </div>
    </details>
  )
}

function NoMatch({ onClear }: { onClear(): void }) {
  return (
    <div className={styles.center}>
      <EmptyState
        icon={<IconFilterOff size={20} stroke={1.75} />}
        title={t`No rows match the filters.`}
        action={
          <Button variant="default" size="sm" onClick={onClear}>
            <Trans>Clear filters</Trans>
          </Button>
        }
      />
    </div>
  )
}

function Failed({ error, queryId, resultId, onRetry }: { error: Error; queryId: number; resultId: number; onRetry(): void }) {
  const isRemoved = error instanceof ApiError && error.status === 404
  return (
    <div className={styles.center} role="alert">
      {isRemoved ? (
        <RemovedState queryId={queryId} resultId={resultId} />
      ) : (
        <EmptyState
          icon={<IconPlugConnectedX size={20} stroke={1.75} />}
          title={t`The result could not be explored.`}
          help={messageOf(error) ?? undefined}
          action={
            <Button variant="default" size="sm" onClick={onRetry}>
              <Trans>Retry</Trans>
            </Button>
          }
        />
      )}
    </div>
  )
}
