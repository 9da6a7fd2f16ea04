import { z } from 'zod/mini'
import { columnName, flag, maybe, maybeNumber, orElse, part, text } from '../stored-options.ts'

/** A text that may be stored as a number. */
const anyText = orElse(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((stored) => String(stored)),
  ),
  '',
)

const Title = maybe(
  z.nullable(
    z.pipe(
      z.union([z.string(), z.looseObject({ text: text('') })]),
      z.transform((title) => (typeof title === 'string' ? { text: title } : title)),
    ),
  ),
)

const Axis = z.looseObject({
  type: text('linear'),
  title: Title,
  rangeMin: maybeNumber,
  rangeMax: maybeNumber,
  /** Only for y axes; absent means that of the chart. */
  numberFormat: maybe(z.string()),
})

const SeriesOptions = z.looseObject({
  zIndex: maybe(z.number()),
  /** 0 left, 1 right. */
  yAxis: maybe(z.number()),
  name: maybe(z.string()),
  type: maybe(z.string()),
  color: maybe(z.nullable(z.string())),
  /** Absent means that of the axis. */
  numberFormat: maybe(z.string()),
  /** `linear` or `average`; anything else is none. */
  trend: maybe(z.string()),
  /** The points in each average; absent means 7. */
  trendPoints: maybe(z.number()),
})

/** Older records contain `normal` for stacked and `percent` for stacked percentages. */
const Series = z.pipe(
  z.looseObject({ stacking: maybe(z.nullable(z.string())), percentValues: maybe(z.boolean()) }),
  z.transform(({ stacking, percentValues, ...rest }) => ({
    ...rest,
    stacking: stacking === 'stack' || stacking === 'normal' || stacking === 'percent' ? ('stack' as const) : null,
    percentValues: percentValues === true || stacking === 'percent',
  })),
)

const ReferenceLine = z.looseObject({
  /** `band`, `average`, `median`, `column` or `parameter`; anything else is a line at `value`. */
  kind: text('value'),
  /** 0 left, 1 right. */
  yAxis: maybe(z.number()),
  value: maybeNumber,
  /** The other end of a band. */
  to: maybeNumber,
  /** Only for the kind `column`. */
  column: columnName,
  /** The name of a parameter of the query, only for the kind `parameter`. */
  parameter: columnName,
  label: text(''),
  color: maybe(z.nullable(z.string())),
})

const Annotation = z.looseObject({
  /** A date, number or category, as on the x axis. */
  x: anyText,
  /** The end of a period; empty for an event. */
  to: anyText,
  label: text(''),
  color: maybe(z.nullable(z.string())),
})

const AnnotationQuery = part({
  id: orElse(z.nullable(z.int()), null),
  x: columnName,
  /** The end of a period; null if all are events. */
  to: columnName,
  label: columnName,
  color: maybe(z.nullable(z.string())),
})

const leftAxis = { type: 'linear' }
const rightAxis = { type: 'linear', opposite: true }

/** The stored options of a chart, as named in the API. */
export const ChartOptions = z.looseObject({
  globalSeriesType: text('column'),
  /** Column → `x`, `y`, `series`, `yError`, `size`, `zVal`, `panel` or `unused`. */
  columnMapping: orElse(z.record(z.string(), z.string()), {}),
  seriesOptions: orElse(z.record(z.string(), SeriesOptions), {}),
  /** By x value of a pie. */
  valuesOptions: orElse(z.record(z.string(), z.looseObject({ color: maybe(z.nullable(z.string())) })), {}),
  sortX: flag(true),
  reverseX: flag(false),
  /**
   * `day`, `week`, `month`, `quarter` or `year`: each series is compared with itself this much earlier; `range` stands for the length of
   * a range of dates. Anything else is none.
   */
  compareUnit: text('none'),
  /** Number of these units; absent means one. */
  compareCount: maybeNumber,
  /** The name of the parameter with the range, only for the unit `range`. */
  compareParameter: columnName,
  /** Only for heatmaps. */
  sortY: flag(false),
  reverseY: flag(false),
  /** Values run to the right instead of upwards. */
  swappedAxes: flag(false),
  /** Whether x runs downwards if the axes are swapped. */
  startsAtTop: flag(false),
  /** Whether axes and series without a stored name are named after their columns in plain words. */
  readableNames: flag(false),
  legend: orElse(z.looseObject({ enabled: flag(true), placement: text('auto'), traceorder: text('normal') }), {
    enabled: true,
    placement: 'auto',
    traceorder: 'normal',
  }),
  xAxis: orElse(
    z.looseObject({
      type: text('-'),
      title: Title,
      rangeMin: maybeNumber,
      rangeMax: maybeNumber,
      labels: orElse(z.looseObject({ enabled: flag(true) }), { enabled: true }),
    }),
    { type: '-', title: null, rangeMin: null, rangeMax: null, labels: { enabled: true } },
  ),
  /** Left and right. */
  yAxis: orElse(
    z.pipe(
      z.array(Axis),
      z.transform((axes) => [axes[0] ?? Axis.parse(leftAxis), axes[1] ?? Axis.parse(rightAxis)]),
    ),
    [Axis.parse(leftAxis), Axis.parse(rightAxis)],
  ),
  series: orElse(Series, Series.parse({})),
  /** Lines and bands across the plot. */
  referenceLines: orElse(z.array(ReferenceLine), []),
  /** Events and periods on the x axis. */
  annotations: orElse(z.array(Annotation), []),
  /** A query whose rows are events as well, and its columns. */
  annotationQuery: AnnotationQuery,
  missingValuesAsZero: flag(true),
  /** Whether dates without a row, between regular ones, count as missing values. */
  fillMissingDates: flag(false),
  /** Whether the last day, week, month or longer period is set apart while it is not over. */
  marksIncomplete: flag(false),
  /** How rows with the same x become one value: `sum`, `avg`, `min`, `max` or `count`. Anything else draws each row. */
  aggregation: text('none'),
  /** `linear`, `spline`, `hv` or `vh`. */
  lineShape: text('linear'),
  /** Absent means on for pies and off for the others. */
  showDataLabels: maybe(z.boolean()),
  numberFormat: text('0,0[.]00000'),
  percentFormat: text('0[.]00%'),
  /** Absent means the installation's format. */
  dateTimeFormat: maybe(z.string()),
  /** Template of the data labels; empty means automatic. */
  textFormat: text(''),
  /** Whether each panel has a value axis that fits its own values; otherwise all have the same. */
  ownPanelScales: flag(false),
  /** Direction of the slices of a pie. */
  direction: orElse(z.looseObject({ type: text('counterclockwise') }), { type: 'counterclockwise' }),
  /** Sorts slices by size, the largest first. */
  piesort: flag(true),
  /** The largest slices of a pie; all others are merged into one. Absent means 100. */
  maxSlices: maybeNumber,
  /** Palette of the automatic colours. */
  color_scheme: text('Redash'),
  /** Shows all points of a box chart, not only outliers. */
  showpoints: flag(false),
  /** Whether a size is the `diameter` of a bubble or its `area`. */
  sizemode: text('diameter'),
  /** Pixels per unit of size; absent means that bubbles are scaled to fit. */
  coefficient: maybeNumber,
  /** Only for heatmaps; absent means blue to red. */
  colorScheme: maybe(z.nullable(z.string())),
  /** The ends of the colour scheme `Custom...`. */
  heatMinColor: maybe(z.nullable(z.string())),
  heatMaxColor: maybe(z.nullable(z.string())),
  /** The body of a function of `x`, `ys`, `element` and `Plotly`. */
  customCode: text(''),
  /** Forwards console output of custom code to the console of the page. */
  enableConsoleLogs: flag(false),
  /** Redraws while code is typed. */
  autoRedraw: flag(true),
})
export type ChartOptions = z.infer<typeof ChartOptions>
export type ChartAxis = z.infer<typeof Axis>
