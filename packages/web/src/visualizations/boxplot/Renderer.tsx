import { t } from '@lingui/core/macro'
import { useElementSize } from '@mantine/hooks'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { IconChartCandle } from '@tabler/icons-react'
import { type SVGAttributes, useMemo } from 'react'
import { figureText } from '../cell-label.ts'
import { Nothing } from '../Placeholders.tsx'
import { stepInOrder, useMarks } from '../use-marks.ts'
import type { PickedMark, PickMark, RendererProps } from '../visualization.ts'
import {
  type BoxplotOptions,
  type ColumnBox,
  describe,
  OUTLIER_RADIUS,
  type Prepared,
  pickedBox,
  pickedOutlier,
  prepare,
  shareBetween,
} from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders a box for each numeric column. */
export function Renderer({ name, options, data, formats, onInspect = null }: RendererProps<BoxplotOptions>) {
  const { numberMarks } = formats
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, numberMarks) : { kind: 'nothing', reason: t`No data` }),
    [data, numberMarks],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconChartCandle} reason={prepared.reason} />
  return <Boxes name={name} options={options} plot={prepared} numberMarks={numberMarks} onInspect={onInspect} />
}

/** Pixels around the plot. */
const LEFT = 56
const RIGHT = 16
const TOP = 12
const BOTTOM = 44
const MAX_BOX_WIDTH = 64

interface BoxesProps {
  name: string
  options: BoxplotOptions
  plot: Extract<Prepared, { kind: 'boxes' }>
  numberMarks: NumberMarks
  onInspect: PickMark | null
}

function Boxes({ name, options, plot: { boxes, ticks, note }, numberMarks, onInspect }: BoxesProps) {
  // Each box, and after it its outliers.
  const firsts = boxes.map((_, index) => boxes.slice(0, index).reduce((count, { outliers }) => count + 1 + outliers.length, 0))
  const count = boxes.reduce((sum, { outliers }) => sum + 1 + outliers.length, 0)
  const marks = useMarks(count, stepInOrder(count), onInspect)
  const { ref, width, height } = useElementSize()
  const least = ticks[0]?.value ?? 0
  const greatest = ticks.at(-1)?.value ?? 1
  const y = (value: number) => TOP + (1 - shareBetween(value, least, greatest)) * Math.max(0, height - TOP - BOTTOM)
  const band = Math.max(0, width - LEFT - RIGHT) / boxes.length
  return (
    <figure className={styles.frame}>
      <div ref={ref} className={styles.space}>
        <svg
          className={styles.plot}
          width={width}
          height={height}
          aria-label={describe(name, boxes, numberMarks)}
          {...(onInspect === null ? { role: 'img' } : marks.holder)}
        >
          {ticks.map(({ value, text }) => (
            <g key={value}>
              <line className={styles.grid} x1={LEFT} x2={width - RIGHT} y1={y(value)} y2={y(value)} />
              <text className={styles.tick} x={LEFT - 8} y={y(value)} textAnchor="end">
                {text}
              </text>
            </g>
          ))}
          {boxes.map((box, index) => (
            <Box
              key={box.name}
              box={box}
              numberMarks={numberMarks}
              markOf={(at, words, picked) => (onInspect === null ? {} : marks.mark((firsts[index] ?? 0) + at, words, picked))}
              x={LEFT + band * (index + 0.5)}
              band={band}
              y={y}
              bottom={height - BOTTOM}
            />
          ))}
          <text className={styles.axis} x={(LEFT + width - RIGHT) / 2} y={height - 8} textAnchor="middle">
            {options.xAxisLabel}
          </text>
          <text
            className={styles.axis}
            transform={`translate(12 ${(TOP + height - BOTTOM) / 2}) rotate(-90)`}
            textAnchor="middle"
          >
            {options.yAxisLabel}
          </text>
        </svg>
      </div>
      {note !== null && <figcaption className={styles.note}>{note}</figcaption>}
    </figure>
  )
}

interface BoxProps {
  box: ColumnBox
  numberMarks: NumberMarks
  /** Attributes of the box, which is the first mark, and of its outliers. */
  markOf(at: number, words: string, picked: PickedMark | null): SVGAttributes<SVGElement>
  /** Pixels: the centre of the box, its share of the width, and the y position of the axis. */
  x: number
  band: number
  bottom: number
  y(value: number): number
}

function Box({ box, numberMarks, markOf, x, band, bottom, y }: BoxProps) {
  const written = (value: number) => figureText(value, numberMarks)
  const { name } = box
  const [first, median, third] = [written(box.q1), written(box.median), written(box.q3)]
  const words = t`${name}: ${first} to ${third}, median ${median}`
  const half = Math.min(MAX_BOX_WIDTH, band * 0.6) / 2
  return (
    <g className={styles.box}>
      <line x1={x} x2={x} y1={y(box.high)} y2={y(box.q3)} />
      <line x1={x} x2={x} y1={y(box.q1)} y2={y(box.low)} />
      <line x1={x - half / 2} x2={x + half / 2} y1={y(box.high)} y2={y(box.high)} />
      <line x1={x - half / 2} x2={x + half / 2} y1={y(box.low)} y2={y(box.low)} />
      <rect
        x={x - half}
        width={half * 2}
        y={y(box.q3)}
        height={Math.max(1, y(box.q1) - y(box.q3))}
        rx={2}
        {...markOf(0, words, pickedBox(box))}
      >
        <title>{words}</title>
      </rect>
      <line className={styles.median} pointerEvents="none" x1={x - half} x2={x + half} y1={y(box.median)} y2={y(box.median)} />
      {box.outliers.map((value, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: outliers may be equal
          key={index}
          cx={x}
          cy={y(value)}
          r={OUTLIER_RADIUS}
          {...markOf(index + 1, t`${name}: outlier ${written(value)}`, pickedOutlier(box, value))}
        >
          <title>{written(value)}</title>
        </circle>
      ))}
      <text className={styles.tick} x={x} y={bottom + 14} textAnchor="middle">
        {box.name}
      </text>
    </g>
  )
}
