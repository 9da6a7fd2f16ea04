import { useCallback, useId, useState } from 'react'
import { useIdle } from '../../ui/loading-tracker.ts'
import type { PickedMark, RendererProps } from '../visualization.ts'
import type { Stage } from './axes.ts'
import styles from './ChartFrame.module.css'
import { ChartTable, ChartTools, useChartTools } from './ChartTools.tsx'
import type { ChartOption, ClickedMark } from './chart-option.ts'
import { MarkWalker } from './MarkWalker.tsx'
import { walkOfTable } from './mark-walk.ts'
import { renderTooltip } from './render-tooltip.ts'
import { showTip } from './show-tip.ts'
import { firstRows, type TableRows } from './table-rows.ts'
import { readTheme } from './theme.ts'
import { type Canvas, useEChart } from './use-echart.ts'

interface EChartFigureProps extends Pick<RendererProps<unknown>, 'name' | 'colorScheme' | 'place' | 'onTools' | 'onInspect'> {
  /** Describes the chart for screen readers. */
  words: string
  /** A sentence below the chart; null for none. */
  note: string | null
  /** Pass a stable function: a new one draws the chart again. */
  draw(stage: Stage): ChartOption
  /** The data as a table; called when the user opens it. */
  table(): TableRows
  /** The marks in the order in which they are drawn and stand in the table; null for one without rows. */
  marks: readonly (PickedMark | null)[]
}

/** A chart without a legend, with its description, its note and its tools: a table of its data and exported images. */
export function EChartFigure(props: EChartFigureProps) {
  const { name, colorScheme, place, onTools = null, onInspect = null, words, note, draw, table, marks } = props
  const [isTable, setIsTable] = useState(false)
  const descriptionId = useId()
  const hasTools = useIdle()
  const drawOn = useCallback(
    ({ width, height }: Canvas) => draw({ theme: readTheme(colorScheme), width, height, renderTooltip }),
    [draw, colorScheme],
  )
  const onClick = ({ dataIndex = -1 }: ClickedMark) => {
    const mark = marks[dataIndex] ?? null
    if (mark !== null) onInspect?.(mark)
  }
  const canvas = useEChart(drawOn, true, { onClick, onRightClick: onInspect && onClick })
  const { frame, host } = canvas
  const pictured = () => {
    const element = host.current
    if (!element) throw new Error('The chart is not on the page.')
    const { clientWidth: width, clientHeight: height } = element
    return { name, legend: null, theme: readTheme(colorScheme), width, height, draw: drawOn }
  }
  const tools = useChartTools({ pictured, showTable: () => setIsTable(true), zoomIn: null }, onTools)
  return (
    <figure ref={frame} className={styles.frame} aria-label={name}>
      <div className={styles.body}>
        <div className={styles.plot}>
          <div
            ref={host}
            className={styles.host}
            data-picks={onInspect !== null || undefined}
            role="img"
            aria-labelledby={descriptionId}
          />
          {hasTools && (
            <MarkWalker
              name={name}
              kind="points"
              walk={() => walkOfTable(table(), (index) => (marks[index] ?? null) !== null)}
              onShow={(step) => showTip(canvas, step)}
              onPick={onInspect && onClick}
              onInspect={onInspect && onClick}
            />
          )}
          <span id={descriptionId} hidden>
            {words}
          </span>
        </div>
      </div>
      {note !== null && <figcaption className={styles.note}>{note}</figcaption>}
      <div className={styles.corner}>
        {hasTools && (onTools === null || place === 'query page') && <ChartTools name={name} tools={tools} />}
      </div>
      {isTable && (
        <ChartTable
          name={name}
          table={firstRows(withMarks(table(), marks))}
          onPick={
            onInspect &&
            ((clicked) => {
              setIsTable(false)
              onClick(clicked)
            })
          }
          onInspect={null}
          onClose={() => setIsTable(false)}
        />
      )}
    </figure>
  )
}

/** Lets the rows of the table be chosen that have a mark. */
const withMarks = (table: TableRows, marks: readonly (PickedMark | null)[]): TableRows => ({
  ...table,
  marks: table.rows.map((_, dataIndex) => ((marks[dataIndex] ?? null) === null ? null : { dataIndex })),
})
