import type { SparklineView } from '@sightline/domain/table-columns/sparkline-view.ts'
import styles from './Sparkline.module.css'
import { sparklineShape } from './sparkline-shape.ts'

const FRAME = { width: 96, height: 22 }
/** Pixels of a cell: the line, the last value beside it, and the padding. */
export const SPARKLINE_CELL_WIDTH = 190

/** A sparkline in a cell, with its last value. */
export function Sparkline({ view: { points, drawnAs, ends, last, text } }: { view: SparklineView }) {
  const shape = sparklineShape(points, drawnAs, ends, FRAME)
  return (
    <span className={styles.cell} title={text}>
      <svg className={styles.chart} {...FRAME} role="img" aria-label={text}>
        {shape.fill !== '' && <path className={styles.fill} data-kind={drawnAs} d={shape.fill} />}
        {shape.line !== '' && <path className={styles.line} d={shape.line} />}
        {shape.last && <circle className={styles.last} cx={shape.last.x} cy={shape.last.y} r={2.25} />}
      </svg>
      <span aria-hidden>{last}</span>
    </span>
  )
}
