import { t } from '@lingui/core/macro'
import { useElementSize } from '@mantine/hooks'
import { type Segment, segmentOutline, shareText } from '@sightline/domain/flows/sunburst.ts'
import { IconChartDonut3 } from '@tabler/icons-react'
import { useMemo } from 'react'
import { figureText } from '../cell-label.ts'
import { Nothing } from '../Placeholders.tsx'
import { inkOn } from '../palette.ts'
import { widthOf } from '../text-width.ts'
import { useMarks } from '../use-marks.ts'
import type { Formats, PickMark, RendererProps } from '../visualization.ts'
import { describe, type Prepared, pickedOf, prepare, type SunburstOptions, stepFrom } from './prepare.ts'
import styles from './Renderer.module.css'
import { fittedName, HOLE, keyOf, labelPlace, RADIUS, ringColors, topPaths } from './segments.ts'

/** Renders paths as rings, with the first step in the middle. */
export function Renderer({ name, data, formats, colorScheme, onInspect = null }: RendererProps<SunburstOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'groups' ? prepare(data, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconChartDonut3} reason={prepared.reason} />
  return <Rings name={name} rings={prepared} formats={formats} colorScheme={colorScheme} onInspect={onInspect} />
}

/** Pixels on the screen. */
const LABEL_SIZE = 11

interface RingsProps {
  name: string
  rings: Extract<Prepared, { kind: 'rings' }>
  formats: Formats
  colorScheme: 'light' | 'dark'
  onInspect: PickMark | null
}

function Rings({ name, rings, formats, colorScheme, onInspect }: RingsProps) {
  const { numberMarks, chartColors } = formats
  const { segments, total, depth, stepValue, note } = rings
  const written = (value: number) => figureText(value, numberMarks)
  const writtenShare = (share: number) => shareText(share, numberMarks)
  const marks = useMarks(segments.length, (index, step) => stepFrom(segments, index, step), onInspect)
  const pointed = marks.pointed === null ? null : (segments[marks.pointed] ?? null)
  const colors = useMemo(() => ringColors(segments, colorScheme, chartColors), [segments, colorScheme, chartColors])
  const colorOf = (path: readonly string[]) => colors.get(keyOf(path)) ?? '#808080'
  // The path under the pointer, else the legend.
  const trail = pointed?.path.map((_, index) => pointed.path.slice(0, index + 1)) ?? topPaths(segments)
  const thickness = (RADIUS - HOLE) / depth
  const { ref, width, height } = useElementSize()
  const labelSize = (LABEL_SIZE * RADIUS * 2) / Math.max(1, Math.min(width, height))
  const isOnWay = ({ path }: Segment) => pointed === null || path.every((step, index) => step === pointed.path[index])
  return (
    <figure className={styles.frame}>
      <div className={styles.trail} aria-hidden>
        {trail.map((path, index) => (
          <span key={keyOf(path)} className={styles.step}>
            {pointed !== null && index > 0 && <span className={styles.arrow}>→</span>}
            <span className={styles.swatch} style={{ background: colorOf(path) }} />
            {path.at(-1)}
          </span>
        ))}
      </div>
      <div ref={ref} className={styles.plot}>
        <svg
          className={styles.rings}
          viewBox={`${-RADIUS} ${-RADIUS} ${RADIUS * 2} ${RADIUS * 2}`}
          aria-label={describe(name, segments, numberMarks)}
          {...marks.holder}
        >
          {segments.map((segment, index) => {
            const [inner, outer] = [HOLE + segment.depth * thickness, HOLE + (segment.depth + 1) * thickness]
            const color = colorOf(segment.path)
            const words = `${segment.path.join(', then ')}: ${written(segment.value)}, ${writtenShare(segment.share)}`
            return (
              <g key={keyOf(segment.path)} data-dimmed={!isOnWay(segment) || undefined} className={styles.part}>
                <path
                  d={segmentOutline(segment, inner, outer)}
                  fill={color}
                  className={styles.segment}
                  {...marks.mark(index, words, stepValue && pickedOf(segment, stepValue))}
                >
                  <title>{words}</title>
                </path>
                {width > 0 && <Label segment={segment} inner={inner} outer={outer} size={labelSize} ink={inkOn(color)} />}
              </g>
            )
          })}
          <text className={styles.share} y="-2">
            {pointed === null ? written(total) : writtenShare(pointed.share)}
          </text>
          <text className={styles.count} y="12">
            {pointed === null ? t`in all` : t`${written(pointed.value)} of ${written(total)}`}
          </text>
        </svg>
      </div>
      {note !== null && <figcaption className={styles.note}>{note}</figcaption>}
    </figure>
  )
}

interface LabelProps {
  segment: Segment
  inner: number
  outer: number
  /** Font size in SVG units. */
  size: number
  ink: string
}

/** The name of a segment where it fits, cut if need be; the whole is in the tooltip and above the rings. */
function Label({ segment, inner, outer, size, ink }: LabelProps) {
  const place = labelPlace(segment, inner, outer, size)
  const name = place && fittedName(segment.path.at(-1) ?? '', place.length, (text) => widthOf(text, 500) * size)
  if (place === null || name === null) return null
  return (
    <text
      className={styles.label}
      transform={`translate(${place.x.toFixed(2)} ${place.y.toFixed(2)}) rotate(${place.rotation.toFixed(1)})`}
      fontSize={size}
      fill={ink}
      aria-hidden
    >
      {name}
    </text>
  )
}
