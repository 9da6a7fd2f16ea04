import { t } from '@lingui/core/macro'
import { useElementSize } from '@mantine/hooks'
import { IconArrowDown, IconArrowUp, IconNumber123 } from '@tabler/icons-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { ClickableNumber } from '../ClickableNumber.tsx'
import { Nothing } from '../Placeholders.tsx'
import { markOf } from '../picked-mark.ts'
import type { Formats, RendererProps, ResultData } from '../visualization.ts'
import { linkOf } from './comparison.ts'
import { type Figure, wordsOf } from './figure.ts'
import { Line } from './Line.tsx'
import { type CounterOptions, marks } from './options.ts'
import { describe, fitScale, isTooNarrow, type Prepared, prepare, prepareLatest, timeText } from './prepare.ts'
import styles from './Renderer.module.css'

/** Renders one number, which shrinks or is abbreviated to fit its frame, with its label and target. */
export function Renderer({
  name,
  options,
  data,
  formats,
  place,
  onPick = null,
  onInspect = null,
}: RendererProps<CounterOptions>) {
  const prepared = useMemo((): Prepared => preparedOf(data, options, name, formats), [data, options, name, formats])
  if (prepared.kind === 'nothing') return <Nothing icon={IconNumber123} reason={prepared.reason} />
  const counter = <Counter counter={prepared} isNamed={place === 'widget' && prepared.label === name} />
  if (data.kind === 'windows') return counter
  const marked = marks(options, data.columns)
  const value = prepared.times !== null ? prepared.times.cell : data.kind === 'cells' ? (data.cells[0] ?? null) : null
  // A number of rows is no value of a column: all rows are behind it.
  const mark = markOf(marked && { column: marked.x, value })
  return (
    <ClickableNumber mark={mark} label={prepared.label} onPick={onPick} onInspect={onInspect}>
      {counter}
    </ClickableNumber>
  )
}

function preparedOf(data: ResultData, options: CounterOptions, name: string, formats: Formats): Prepared {
  if (data.kind === 'cells') return prepare(data, options, name, formats)
  if (data.kind === 'columns') return prepareLatest(data, options, name, formats, Date.now())
  return { kind: 'nothing', reason: t`No data` }
}

interface CounterProps {
  counter: Extract<Prepared, { kind: 'counter' }>
  /** Whether its label stands above it already; the room stays, so that the numbers of a row of counters stand on one line. */
  isNamed: boolean
}

function Counter({ counter, isNamed }: CounterProps) {
  const { ref: frame, width } = useElementSize()
  const number = useRef<HTMLSpanElement>(null)
  const [scale, setScale] = useState(1)
  const [whole, setWhole] = useState<{ of: CounterProps['counter']; width: number } | null>(null)
  const { value, short, target, trend, sparkline, label, times } = counter
  const link = linkOf(trend)
  const TrendArrow = trend?.direction === 'positive' ? IconArrowUp : IconArrowDown
  const isShort = short !== null && whole?.of === counter && isTooNarrow(width, whole.width)

  useLayoutEffect(() => {
    // Layout sizes are not affected by the CSS scale.
    const shown = number.current?.offsetWidth ?? 0
    if (!isShort) setWhole({ of: counter, width: shown })
    if (width > 0) setScale(fitScale(width, shown))
  }, [width, counter, isShort])

  return (
    <figure className={styles.frame} aria-label={describe(counter)}>
      <div ref={frame} className={styles.space}>
        <div className={styles.content}>
          <div className={styles.line}>
            <span ref={number} className={styles.value} style={{ transform: `scale(${scale})` }}>
              <FigureText figure={isShort ? { ...value, text: short } : value} />
            </span>
          </div>
          <div className={styles.label} title={isNamed ? undefined : label}>
            {[isNamed ? '' : label, times === null ? '' : timeText(times)].filter((text) => text !== '').join(' · ') ||
              '\u00a0'}
          </div>
          {times !== null && target === null && <div className={styles.target}>{times.before}</div>}
          {target !== null && (
            <div
              className={styles.target}
              title={times === null ? t`${link.before}target ${wordsOf(target)}` : t`vs. ${wordsOf(target)} at ${times.before}`}
            >
              {trend && (
                <span className={styles.trend} data-good={times !== null && trend.isEqual ? undefined : trend.isGood}>
                  {!trend.isShare && !(times !== null && trend.isEqual) && <TrendArrow size={14} stroke={2} aria-hidden />}
                  {trend.text}
                </span>
              )}
              <span>
                {link.before}
                {times === null && link.word !== '' && <span className={styles.word}>{link.word}</span>}
                {/* After Arabic words, a percent sign would move to the other side of its number. */}
                <bdi>
                  <FigureText figure={target} />
                </bdi>
                {times !== null && t` at ${times.before}`}
              </span>
            </div>
          )}
        </div>
        {sparkline !== null && <Line sparkline={sparkline} ends={times === null ? null : [times.first, times.at]} />}
      </div>
    </figure>
  )
}

const FigureText = ({ figure: { prefix, text, suffix, tooltip } }: { figure: Figure }) => (
  <span title={tooltip}>
    {prefix !== '' && <small>{prefix}</small>}
    {text}
    {suffix !== '' && <small>{suffix}</small>}
  </span>
)
