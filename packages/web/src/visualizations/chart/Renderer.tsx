import { t } from '@lingui/core/macro'
import { IconChartLine } from '@tabler/icons-react'
import { useCallback, useId, useMemo, useRef, useState } from 'react'
import { useChartPatterns } from '../../ui/chart-patterns.ts'
import { useIdle } from '../../ui/loading-tracker.ts'
import styles from '../echarts/ChartFrame.module.css'
import { ChartTable, ChartTools, useChartTools } from '../echarts/ChartTools.tsx'
import type { ClickedMark } from '../echarts/chart-option.ts'
import type { ECharts } from '../echarts/echarts.ts'
import { MarkWalker } from '../echarts/MarkWalker.tsx'
import { patternNumbers, withPatterns } from '../echarts/patterns.ts'
import { renderTooltip } from '../echarts/render-tooltip.ts'
import { showTip } from '../echarts/show-tip.ts'
import { readTheme } from '../echarts/theme.ts'
import { type Canvas, useEChart } from '../echarts/use-echart.ts'
import { Nothing } from '../Placeholders.tsx'
import type { PickMark, RendererProps, SelectedMark, VisualizationTools } from '../visualization.ts'
import { CustomChart } from './CustomChart.tsx'
import { clickedMark } from './clicked.ts'
import { describe } from './describe.ts'
import { isLyingDown } from './kinds.ts'
import { LegendList } from './LegendList.tsx'
import { legendOf, toggled } from './legend.ts'
import { nearestPoint, type Pixel } from './nearest-point.ts'
import { canZoom } from './option/axes.ts'
import type { Stage } from './option/option.ts'
import { optionOf } from './option/option-of.ts'
import { selectedName, selectedRows, withSelected } from './option/selected.ts'
import type { ChartOptions } from './options.ts'
import { prepare } from './prepare.ts'
import type { PreparedChart, RenderableChart } from './prepared.ts'
import './register.ts'
import { tableOf, walkOf } from './table-rows.ts'
import { useCrosshair } from './use-crosshair.ts'
import { useSharedColors } from './use-shared-colors.ts'
import { ZoomButtons } from './ZoomButtons.tsx'

/** Renders a chart, or one sentence that explains why there is none. */
export function Renderer({
  name,
  options,
  data,
  other = null,
  formats,
  colorScheme,
  place,
  onTools = null,
  onPick = null,
  onInspect = null,
  selected = null,
}: RendererProps<ChartOptions>) {
  const prepared = useMemo(
    () => (data.kind === 'columns' || data.kind === 'groups' ? prepare(data, options, formats, Date.now(), other) : NOTHING),
    [data, options, formats, other],
  )
  switch (prepared.kind) {
    case 'nothing':
      return <Nothing icon={IconChartLine} reason={prepared.reason} />
    case 'custom':
      return <CustomChart name={name} chart={prepared} options={options} formats={formats} colorScheme={colorScheme} />
    default:
      return (
        <Chart
          name={name}
          chart={prepared}
          options={options}
          formats={formats}
          colorScheme={colorScheme}
          onTools={onTools}
          hasMenu={onTools === null || place === 'query page'}
          onPick={onPick}
          onInspect={onInspect}
          selected={selected}
        />
      )
  }
}

const NOTHING: PreparedChart = { kind: 'nothing', reason: t`No data` }

interface ChartProps extends Pick<RendererProps<ChartOptions>, 'name' | 'options' | 'formats' | 'colorScheme'> {
  chart: RenderableChart
  /** Receives the tools for another menu; null if there is none. */
  onTools: ((tools: VisualizationTools | null) => void) | null
  /** Whether the chart shows its tools in a menu of its own. */
  hasMenu: boolean
  /** null if a click shows what is behind the mark. */
  onPick: PickMark | null
  /** null if that is not offered. */
  onInspect: PickMark | null
  /** The marks that stand out; null if none is selected. */
  selected: SelectedMark | null
}

/** Where a chart draws values of a series; null if it does not. */
function pixelOf(drawn: ECharts, seriesId: string, values: (number | string | null)[]): Pixel | null {
  const [x, y] = [
    drawn.convertToPixel(
      { seriesId },
      values.map((value) => value ?? Number.NaN),
    ),
  ].flat()
  return Number.isFinite(x) && Number.isFinite(y) ? { x: Number(x), y: Number(y) } : null
}

/** Above this number of points a chart is not animated, because animation would stutter. */
const MAX_ANIMATED_POINTS = 4000

/** A chart with its legend, its description for screen readers, and its export tools. */
function Chart({ name, formats, colorScheme, onTools, hasMenu, onPick, onInspect, selected, ...given }: ChartProps) {
  const description = useRef<HTMLSpanElement>(null)
  const { chart, options } = useSharedColors(given.chart, given.options, {
    element: description,
    chartColors: formats.chartColors,
  })
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [isTable, setIsTable] = useState(false)
  const descriptionId = useId()
  const hasTools = useIdle()

  const stageOn = useCallback(
    ({ width, height, zoom }: Canvas): Stage => ({
      options,
      formats,
      theme: readTheme(colorScheme),
      width,
      height,
      hidden,
      zoom,
      renderTooltip,
    }),
    [options, formats, colorScheme, hidden],
  )
  const picked = useMemo(() => selectedRows(chart, options, selected), [chart, options, selected])
  const [hasPatterns] = useChartPatterns()
  const patterns = useMemo(() => patternNumbers(hasPatterns ? namesOf(chart) : []), [chart, hasPatterns])
  const draw = useCallback(
    (canvas: Canvas) => {
      const stage = stageOn(canvas)
      const option = optionOf(chart, stage)
      const shown = patterns.size === 0 ? option : withPatterns(option, patterns, stage.theme.surface)
      return picked === null ? shown : withSelected(shown, chart, picked)
    },
    [chart, stageOn, picked, patterns],
  )
  const withMark = (clicked: ClickedMark, effect: PickMark | null) => {
    const mark = clickedMark(chart, options, clicked)
    if (mark !== null) effect?.(mark)
  }
  const onClick = onPick ?? onInspect
  const canvas = useEChart(draw, pointsOf(chart) <= MAX_ANIMATED_POINTS, {
    onClick: (mark) => withMark(mark, onClick),
    onRightClick: onInspect && ((mark) => withMark(mark, onInspect)),
    near: (drawn, x, y) =>
      onClick && nearestPoint(chart, options, hidden, { x, y }, (seriesId, values) => pixelOf(drawn, seriesId, values)),
  })
  const { instance, frame, host, frameWidth, isZoomed, stepZoom, resetZoom } = canvas
  const crosshair = useRef<HTMLDivElement>(null)
  useCrosshair(instance, crosshair, hasTimeAxis(chart, options))

  const legend = legendOf(chart, options, formats, colorScheme, frameWidth)
  const words = useMemo(() => describe(name, chart, options, formats), [name, chart, options, formats])
  const selection = picked === null || selected === null ? '' : ` Selected: ${selectedName(chart, options, formats, selected)}.`
  const toggle = (key: string, isolates: boolean) => {
    const keys = legend?.entries.map((entry) => entry.key) ?? []
    setHidden((now) => toggled(now, keys, key, isolates))
  }
  const pictured = () => {
    const element = host.current
    if (!element) throw new Error('The chart is not on the page.')
    const { clientWidth: width, clientHeight: height } = element
    return { name, legend, theme: readTheme(colorScheme), width, height, draw: (canvas: Canvas) => draw(canvas) }
  }
  const chosen = (effect: PickMark) => (mark: ClickedMark) => {
    setIsTable(false)
    withMark(mark, effect)
  }
  const isZoomable = chart.kind === 'cartesian' && chart.panels === null && canZoom(chart, isLyingDown(options))
  const zoomIn = isZoomable ? () => stepZoom('in') : null
  const tools = useChartTools({ pictured, showTable: () => setIsTable(true), zoomIn }, onTools)

  return (
    <figure ref={frame} className={styles.frame} aria-label={name}>
      <div className={styles.body} data-legend={legend?.placement}>
        <div className={styles.plot}>
          <div
            ref={host}
            className={styles.host}
            data-picks={onClick !== null || undefined}
            data-zoom={isZoomable ? (isZoomed ? 'part' : 'whole') : undefined}
            role="img"
            aria-labelledby={descriptionId}
          />
          {hasTools && (
            <MarkWalker
              name={name}
              kind="points"
              walk={() => walkOf(chart, options, formats, hidden)}
              onShow={(step) => showTip(canvas, step)}
              onPick={onClick && ((mark) => withMark(mark, onClick))}
              onInspect={onInspect && ((mark) => withMark(mark, onInspect))}
            />
          )}
          <div ref={crosshair} className={styles.crosshair} data-crosshair hidden />
          <span ref={description} id={descriptionId} hidden>
            {words + selection}
          </span>
        </div>
        {legend && <LegendList legend={legend} hidden={hidden} patterns={patterns} onToggle={toggle} />}
      </div>
      {chart.note !== null && <figcaption className={styles.note}>{chart.note}</figcaption>}
      <div className={styles.corner}>
        {isZoomed && <ZoomButtons onStep={stepZoom} onReset={resetZoom} />}
        {hasTools && hasMenu && <ChartTools name={name} tools={tools} />}
      </div>
      {isTable && (
        <ChartTable
          name={name}
          table={tableOf(chart, options, formats)}
          onPick={onClick && chosen(onClick)}
          onInspect={onPick && onInspect && chosen(onInspect)}
          onClose={() => setIsTable(false)}
        />
      )}
    </figure>
  )
}

const hasTimeAxis = (chart: RenderableChart, options: ChartOptions) =>
  chart.kind === 'cartesian' && chart.panels === null && chart.data.scale === 'datetime' && !isLyingDown(options)

/** The names of the series or slices in the option. */
function namesOf(chart: RenderableChart): string[] {
  switch (chart.kind) {
    case 'pies':
      return chart.data.keys
    case 'heatmap':
      return []
    default:
      return chart.data.series.map(({ key }) => key)
  }
}

function pointsOf(chart: RenderableChart): number {
  switch (chart.kind) {
    case 'pies':
      return 0
    case 'heatmap':
      return chart.data.cells.length
    case 'boxes':
      return chart.data.series.reduce((count, { boxes }) => count + boxes.length, 0)
    case 'cartesian':
      return chart.data.series.reduce((count, { points }) => count + points.length, 0)
  }
}
