import { type Segment, segmentOutline, shareText } from '@sightline/domain/flows/sunburst.ts'
import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { IconChartDonut3 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { figureText } from '../cell-label.ts'
import { Nothing } from '../Placeholders.tsx'
import { flowColors } from '../palette.ts'
import { useMarks } from '../use-marks.ts'
import type { RendererProps } from '../visualization.ts'
import { describe, type Prepared, prepare, type SunburstOptions, stepFrom } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders paths as rings, with the first step in the middle. */
export function Renderer({ name, data, formats, colorScheme }: RendererProps<SunburstOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, formats) : { kind: 'nothing', reason: 'No data' }),
    [data, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconChartDonut3} reason={prepared.reason} />
  return <Rings name={name} rings={prepared} numberMarks={formats.numberMarks} colorScheme={colorScheme} />
}

/** SVG units: the outer radius, and the radius of the empty middle. */
const RADIUS = 100
const HOLE = 34

interface RingsProps {
  name: string
  rings: Extract<Prepared, { kind: 'rings' }>
  numberMarks: NumberMarks
  colorScheme: 'light' | 'dark'
}

function Rings({ name, rings: { paths, segments, total, depth, note }, numberMarks, colorScheme }: RingsProps) {
  const written = (value: number) => figureText(value, numberMarks)
  const writtenShare = (share: number) => shareText(share, numberMarks)
  const marks = useMarks(segments.length, (index, step) => stepFrom(segments, index, step))
  const pointed = marks.pointed === null ? null : (segments[marks.pointed] ?? null)
  const colorOf = useMemo(() => flowColors(paths, colorScheme), [paths, colorScheme])
  const names = useMemo(() => namesIn(segments), [segments])
  const thickness = (RADIUS - HOLE) / depth
  const isOnWay = ({ path }: Segment) => pointed === null || path.every((step, index) => step === pointed.path[index])
  return (
    <figure className={styles.frame}>
      {/* The path under the pointer, else the legend. */}
      <div className={styles.trail} aria-hidden>
        {(pointed?.path ?? names).map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a path may contain a step twice
          <span key={index} className={styles.step}>
            {pointed !== null && index > 0 && <span className={styles.arrow}>→</span>}
            <span className={styles.swatch} style={{ background: colorOf(step) }} />
            {step}
          </span>
        ))}
      </div>
      <svg
        className={styles.rings}
        viewBox={`${-RADIUS} ${-RADIUS} ${RADIUS * 2} ${RADIUS * 2}`}
        aria-label={describe(name, segments, numberMarks)}
        {...marks.holder}
      >
        {segments.map((segment, index) => (
          <path
            key={JSON.stringify(segment.path)}
            d={segmentOutline(segment, HOLE + segment.depth * thickness, HOLE + (segment.depth + 1) * thickness)}
            fill={colorOf(segment.path.at(-1) ?? '')}
            className={styles.segment}
            data-dimmed={!isOnWay(segment) || undefined}
            {...marks.mark(index, `${segment.path.join(', then ')}: ${written(segment.value)}, ${writtenShare(segment.share)}`)}
          />
        ))}
        <text className={styles.share} y="-2">
          {pointed === null ? written(total) : writtenShare(pointed.share)}
        </text>
        <text className={styles.count} y="12">
          {pointed === null ? 'in all' : `${written(pointed.value)} of ${written(total)}`}
        </text>
      </svg>
      {note !== null && <figcaption className={styles.note}>{note}</figcaption>}
    </figure>
  )
}

/** The names of the segments, the most frequent first, which is the order of their colours. */
function namesIn(segments: readonly Segment[]): string[] {
  const totals = new Map<string, number>()
  for (const { path, value } of segments) {
    const name = path.at(-1) ?? ''
    totals.set(name, (totals.get(name) ?? 0) + value)
  }
  return [...totals].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
}
