import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconGauge } from '@tabler/icons-react'
import { useMemo } from 'react'
import { ClickableNumber } from '../ClickableNumber.tsx'
import { Nothing } from '../Placeholders.tsx'
import { markOf } from '../picked-mark.ts'
import { widthOf } from '../text-width.ts'
import type { RendererProps } from '../visualization.ts'
import type { GaugeOptions, Level } from './options.ts'
import { arcPath, describe, type Gauge, type Prepared, prepare, shareOf } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders a value on a scale with ranges, or one sentence that explains why there is none. */
export function Renderer({ name, options, data, formats, place, onInspect = null }: RendererProps<GaugeOptions>) {
  const prepared = useMemo(
    (): Prepared => (data.kind === 'cells' ? prepare(data, options, name, formats) : { kind: 'nothing', reason: t`No data` }),
    [data, options, name, formats],
  )
  if (prepared.kind === 'nothing') return <Nothing icon={IconGauge} reason={prepared.reason} />
  const ring = <HalfRing gauge={prepared} isNamed={place === 'widget' && prepared.label === name} />
  if (data.kind !== 'cells' || options.valueColumn === null) return ring
  return (
    <ClickableNumber
      mark={markOf({ column: options.valueColumn, value: data.cells[0] ?? null })}
      label={prepared.label}
      onInspect={onInspect}
    >
      {ring}
    </ClickableNumber>
  )
}

/** SVG units. */
const RADIUS = 100
const THICKNESS = 22
/** The ring of the ranges, around that of the value. */
const RANGE_GAP = 3
const RANGE_THICKNESS = 6
const INNER = RADIUS - THICKNESS
const OUTER = RADIUS + RANGE_GAP + RANGE_THICKNESS
const MARGIN = 8
const VALUE_SIZE = 28
/** The room for the value, within the ring. */
const VALUE_ROOM = INNER * 1.7

interface HalfRingProps {
  gauge: Gauge
  /** Whether its label stands above it already. */
  isNamed: boolean
}

function HalfRing({ gauge, isNamed }: HalfRingProps) {
  const { value, text, parts, target, level, sentence, label, minText, maxText } = gauge
  const share = shareOf(value, gauge)
  const valueSize = Math.min(VALUE_SIZE, VALUE_ROOM / Math.max(0.1, widthOf(text, 600)))
  const side = OUTER + MARGIN
  return (
    <figure className={styles.frame} aria-label={describe(gauge)}>
      <svg className={styles.ring} viewBox={`${-side} ${-side} ${2 * side} ${side + 22}`} aria-hidden>
        <path className={styles.track} d={arcPath(0, 1, INNER, RADIUS)} />
        {share > 0 && <path className={styles.value} data-level={level ?? undefined} d={arcPath(0, share, INNER, RADIUS)} />}
        {parts.map((part) => (
          <path
            key={part.from}
            className={styles.value}
            data-level={part.level}
            d={arcPath(shareOf(part.from, gauge), shareOf(part.to, gauge), RADIUS + RANGE_GAP, OUTER)}
          />
        ))}
        {target !== null && <Target share={shareOf(target.value, gauge)} />}
        <text className={styles.number} y="-8" fontSize={valueSize}>
          {text}
        </text>
        <text className={styles.end} x={-(INNER + THICKNESS / 2)} y="12">
          {minText}
        </text>
        <text className={styles.end} x={INNER + THICKNESS / 2} y="12">
          {maxText}
        </text>
      </svg>
      <div className={styles.words} aria-hidden>
        {!isNamed && <span className={styles.label}>{label}</span>}
        {sentence !== null && (
          <span className={styles.sentence} data-level={level ?? undefined}>
            {level !== null && <LevelIcon level={level} />}
            {sentence}
          </span>
        )}
        {target !== null && (
          <span className={styles.target}>
            <Trans>Target {target.text}</Trans>
          </span>
        )}
      </div>
    </figure>
  )
}

/** A line across the ring. */
function Target({ share }: { share: number }) {
  const angle = Math.PI * (1 - share)
  const [x, y] = [Math.cos(angle), -Math.sin(angle)]
  return (
    <line
      className={styles.mark}
      x1={(x * (INNER - 5)).toFixed(2)}
      y1={(y * (INNER - 5)).toFixed(2)}
      x2={(x * (OUTER + 4)).toFixed(2)}
      y2={(y * (OUTER + 4)).toFixed(2)}
    />
  )
}

const icons = { good: IconCircleCheck, warning: IconAlertTriangle, bad: IconExclamationCircle }

function LevelIcon({ level }: { level: Level }) {
  const Icon = icons[level]
  return <Icon size={14} stroke={2} />
}
