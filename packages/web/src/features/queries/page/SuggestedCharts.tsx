import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CloseButton, UnstyledButton, VisuallyHidden } from '@mantine/core'
import type { ResultWindow } from '@sightline/contract/results.ts'
import { useId, useMemo, useState } from 'react'
import { messageOf } from '../../../api/error.ts'
import { notify } from '../../../app/notify.ts'
import { SmallPicture } from '../../../visualizations/SmallPicture.tsx'
import { suggestions } from '../../../visualizations/suggestions.ts'
import type { LoadData } from '../../../visualizations/use-result-data.ts'
import type { Formats } from '../../../visualizations/visualization.ts'
import styles from './SuggestedCharts.module.css'
import type { VisualizationSettings } from './visualization-tabs.ts'

export interface SuggestedChartsProps {
  result: ResultWindow
  /** Loads the rows that pass the filters of the page. Pass a stable function. */
  loadData: LoadData
  /** Changes with the rows. */
  rowsKey: string
  formats: Formats
  /** Stores a chart as a visualization of the query. */
  onKeep(chart: VisualizationSettings): Promise<void>
  onClose(): void
}

/** Finished charts of the result; one click keeps one. Nothing is shown if no chart suits the result. */
export function SuggestedCharts({ result, loadData, rowsKey, formats, onKeep, onClose }: SuggestedChartsProps) {
  const headingId = useId()
  const [isKeeping, setIsKeeping] = useState(false)
  const { columns } = result.result
  const charts = useMemo(() => suggestions(columns, result.rows), [columns, result.rows])
  if (charts.length === 0) return null
  const keep = async ({ type, name, options }: VisualizationSettings) => {
    if (isKeeping) return
    setIsKeeping(true)
    try {
      await onKeep({ type, name, options })
    } catch (error) {
      notify.error(t`The chart could not be saved.`, messageOf(error) ?? undefined)
    }
    setIsKeeping(false)
  }
  return (
    <section className={styles.pane} aria-labelledby={headingId}>
      <div className={styles.head}>
        <h3 id={headingId}>
          <Trans>Suggested charts</Trans>
        </h3>
        <CloseButton size="sm" aria-label={t`Hide suggested charts`} onClick={onClose} />
      </div>
      <ul className={styles.list}>
        {charts.map((chart) => (
          <li key={chart.key}>
            <UnstyledButton
              className={styles.card}
              title={t`Keep this chart`}
              disabled={isKeeping}
              onClick={() => void keep(chart)}
            >
              <SmallPicture
                frame={styles.picture}
                drawing={styles.full}
                visualization={chart}
                loadData={loadData}
                columns={columns}
                formats={formats}
                refreshKey={rowsKey}
              />
              <div className={styles.name}>
                <VisuallyHidden>
                  <Trans>Keep</Trans>{' '}
                </VisuallyHidden>
                <span className={styles.title}>{chart.name}</span>
                <span className={styles.kind}>{chart.kind}</span>
              </div>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
