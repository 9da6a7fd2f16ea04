import { IconChartLine } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { EmptyState } from '../../ui/EmptyState.tsx'
import type { RendererProps } from '../visualization.ts'
import { describe } from './describe.ts'
import { type ECharts, startChart } from './echarts.ts'
import { LegendList } from './LegendList.tsx'
import { legendOf, toggled } from './legend.ts'
import { cartesianOption } from './option/cartesian.ts'
import { piesOption } from './option/pies.ts'
import type { ChartOptions } from './options.ts'
import { type Prepared, prepare } from './prepare.ts'
import styles from './Renderer.module.css'
import { readTheme } from './theme.ts'
import { renderTooltip } from './tooltip-element.ts'

/** Draws a chart, or says in one sentence why there is none. */
export function Renderer({ name, options, data, formats, colorScheme }: RendererProps<ChartOptions>) {
  const prepared = useMemo((): Prepared => (data.kind === 'columns' ? prepare(data, options) : nothing), [data, options])
  if (prepared.kind === 'nothing') {
    return (
      <div className={styles.nothing}>
        <EmptyState icon={<IconChartLine size={20} stroke={1.75} />} title={prepared.reason} />
      </div>
    )
  }
  return <Chart name={name} chart={prepared} options={options} formats={formats} colorScheme={colorScheme} />
}

const nothing: Prepared = { kind: 'nothing', reason: 'No data' }

interface ChartProps extends Pick<RendererProps<ChartOptions>, 'name' | 'options' | 'formats' | 'colorScheme'> {
  chart: Exclude<Prepared, { kind: 'nothing' }>
}

/** Milliseconds of the first appearance; later changes are shown at once. */
const FIRST_PAINT_MS = 240
/** More points than this appear at once, since moving them would stutter. */
const MAX_ANIMATED_POINTS = 4000

function Chart({ name, chart, options, formats, colorScheme }: ChartProps) {
  const host = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLElement>(null)
  const drawing = useRef<ECharts>(null)
  const isPainted = useRef(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [size, setSize] = useState({ frameWidth: 0, width: 0, height: 0 })
  const descriptionId = useId()

  useEffect(() => {
    const element = host.current
    const outer = frame.current
    if (!element || !outer) return
    const started = startChart(element)
    drawing.current = started
    isPainted.current = false
    const observer = new ResizeObserver(() => {
      started.resize()
      setSize({ frameWidth: outer.clientWidth, width: element.clientWidth, height: element.clientHeight })
    })
    observer.observe(element)
    observer.observe(outer)
    return () => {
      observer.disconnect()
      started.dispose()
      drawing.current = null
    }
  }, [])

  useEffect(() => {
    const element = host.current
    if (!element || !drawing.current || size.width === 0) return
    const stage = {
      options,
      formats,
      theme: readTheme(element, colorScheme),
      width: size.width,
      height: size.height,
      hidden,
      renderTooltip,
    }
    const option = chart.kind === 'pies' ? piesOption(chart, stage) : cartesianOption(chart, stage)
    const isStill =
      isPainted.current || pointsOf(chart) > MAX_ANIMATED_POINTS || matchMedia('(prefers-reduced-motion: reduce)').matches
    drawing.current.setOption({ ...option, animation: !isStill, animationDuration: FIRST_PAINT_MS }, { notMerge: true })
    isPainted.current = true
  }, [chart, options, formats, colorScheme, size, hidden])

  const legend = legendOf(chart, options, colorScheme, size.frameWidth)
  const description = useMemo(() => describe(name, chart, options, formats), [name, chart, options, formats])
  return (
    <figure ref={frame} className={styles.frame} data-legend={legend?.placement} aria-labelledby={descriptionId}>
      <div className={styles.plot}>
        <div ref={host} className={styles.host} role="img" aria-labelledby={descriptionId} />
        <span id={descriptionId} hidden>
          {description}
        </span>
      </div>
      {legend && (
        <LegendList
          legend={legend}
          hidden={hidden}
          onToggle={(key, isolates) =>
            setHidden((now) =>
              toggled(
                now,
                legend.entries.map((entry) => entry.key),
                key,
                isolates,
              ),
            )
          }
        />
      )}
      {chart.note !== null && <figcaption className={styles.note}>{chart.note}</figcaption>}
    </figure>
  )
}

const pointsOf = (chart: ChartProps['chart']) =>
  chart.kind === 'pies' ? 0 : chart.data.series.reduce((count, { points }) => count + points.length, 0)
