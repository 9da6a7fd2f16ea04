import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { type Cohort, type CohortEntry, cohortOf, intervals, lastDayOf } from '@sightline/domain/cohort/cohort.ts'
import { intervalOf } from '@sightline/domain/cohort/interval.ts'
import type { Condition } from '@sightline/domain/explore/exploration.ts'
import { formatDate, parseDate } from '@sightline/domain/format/date.ts'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import { fillTemplate } from '@sightline/domain/format/template.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { isTime } from '../column-choice.ts'
import { colorStep, inkOn, parseColor, sequentialRamp, shownColor } from '../palette.ts'
import { dayText, isFromTo, markOf } from '../picked-mark.ts'
import { flag, number, orElse, part, text } from '../stored-options.ts'
import type { Formats, GroupData, Needs, PickedMark } from '../visualization.ts'

const modes = ['diagonal', 'simple'] as const

/** The default colours. */
export const DEFAULT_MIN_COLOR = '#FFFFFF'
export const DEFAULT_MAX_COLOR = '#232777'

/** The stored options of a cohort, as named in the API. */
export const CohortOptions = z.looseObject({
  timeInterval: orElse(z.enum(intervals), 'daily'),
  mode: orElse(z.enum(modes), 'diagonal'),
  dateColumn: text('date'),
  stageColumn: text('day_number'),
  totalColumn: text('total'),
  valueColumn: text('value'),
  showTooltips: flag(true),
  /** Shows shares of the total instead of values. */
  percentValues: flag(true),
  timeColumnTitle: text('Time'),
  peopleColumnTitle: text('Users'),
  /** `{{ @ }}` is replaced by the number of the stage. */
  stageColumnTitle: text('{{ @ }}'),
  numberFormat: text('0,0[.]00'),
  percentFormat: text('0.00%'),
  noValuePlaceholder: text('-'),
  colors: part({ min: text(DEFAULT_MIN_COLOR), max: text(DEFAULT_MAX_COLOR), steps: number(7) }),
})
export type CohortOptions = z.infer<typeof CohortOptions>

const MAX_GROUPS = 500
const MAX_STAGES = 200

export type Prepared = { kind: 'nothing'; reason: string } | PreparedCohort
export interface PreparedCohort {
  kind: 'cohort'
  timeTitle: string
  peopleTitle: string
  stageTitles: string[]
  rows: CohortRow[]
  note: string | null
}
export interface CohortRow {
  time: string
  people: string
  cells: CohortCell[]
}
export interface CohortCell {
  text: string
  /** Null if there is no value. */
  colors: { background: string; ink: string } | null
  tooltip: string | null
  /** The rows of its group and stage; null if there is no value. */
  mark: PickedMark | null
}

const columnsOf = ({ dateColumn, stageColumn, totalColumn, valueColumn }: CohortOptions) => [
  dateColumn,
  stageColumn,
  totalColumn,
  valueColumn,
]

/** Groups by date and stage, with the total and the value of each. */
export function needs(options: CohortOptions): Needs {
  const { dateColumn, stageColumn, totalColumn, valueColumn } = options
  return {
    kind: 'groups',
    sets: [[dateColumn, stageColumn]],
    measures: [
      { kind: 'max', column: totalColumn },
      { kind: 'sum', column: valueColumn },
    ],
    limit: 50_000,
    without: [],
  }
}

/** Names the columns that are missing; all four are required. */
export function problem(options: CohortOptions, columns: readonly SourceColumn[]): string | null {
  const missing = columnsOf(options).filter((wanted) => !columns.some(({ name }) => name === wanted))
  if (missing.length === 0) return null
  return i18n._('A cohort needs columns for date, stage, total and value; the result has no {columns}.', {
    columns: missing.map((name) => `"${name}"`).join(', '),
  })
}

/** Prepares texts and colours of the table, or the reason as a sentence if there is none. */
export function prepare(data: GroupData, options: CohortOptions, formats: Formats, scheme: 'light' | 'dark'): Prepared {
  const gap = problem(options, data.columns)
  if (gap !== null) return { kind: 'nothing', reason: gap }
  const cohort = cohortOf(entriesOf(data), {
    mode: options.mode,
    interval: options.timeInterval,
    maxGroups: MAX_GROUPS,
    maxStages: MAX_STAGES,
    timeZone: formats.timeZone,
  })
  if (cohort.groups.length === 0) return { kind: 'nothing', reason: emptyReason(data, options) }
  const dateFormat = options.mode === 'diagonal' && options.timeInterval === 'monthly' ? 'MMM YYYY' : formats.dateFormat
  const written = writer(formats.numberMarks)
  const cellOf = cellMaker(cohort, options, written, scheme)
  const whereOf = groupConditions(data, options, formats)
  return {
    kind: 'cohort',
    timeTitle: options.timeColumnTitle,
    peopleTitle: options.peopleColumnTitle,
    stageTitles: cohort.stages.map((stage) =>
      fillTemplate(options.stageColumnTitle, (name) => (name === '@' ? stage : undefined)),
    ),
    rows: cohort.groups.map(({ date, total, values }) => ({
      time: formatDate(date, dateFormat, 'UTC', i18n.locale) ?? '',
      people: total === null ? options.noValuePlaceholder : written(total, options.numberFormat),
      cells: values.map((value, at) => {
        const where = value === null ? null : whereOf(date)
        const stage = { column: options.stageColumn, value: cohort.stages[at] ?? null }
        return { ...cellOf(value, total), mark: where && markOf(stage, where) }
      }),
    })),
    note: noteOf(cohort),
  }
}

/** Returns the conditions that the rows of a group meet, by its date; null where none select them. */
function groupConditions(data: GroupData, options: CohortOptions, { timeZone }: Formats): (date: number) => Condition[] | null {
  const { dateColumn, mode, timeInterval } = options
  if (mode === 'diagonal') {
    const column = data.columns.find(({ name }) => name === dateColumn)
    if (!column || !isTime(column)) return () => null
    return (date) => isFromTo(dateColumn, dayText(date), dayText(lastDayOf(date, timeInterval)))
  }
  const cells = new Map<number, Set<string>>()
  for (const { date } of entriesOf(data)) {
    const time = parseDate(date, timeZone)
    if (time !== null) cells.set(time, (cells.get(time) ?? new Set()).add(date))
  }
  return (date) => [{ column: dateColumn, kind: 'is', values: [...(cells.get(date) ?? [])] }]
}

const emptyReason = ({ total }: GroupData, { dateColumn, stageColumn }: CohortOptions) =>
  total === 0
    ? i18n._('No data')
    : i18n._('No row has a date in "{dateColumn}" and a number in "{stageColumn}".', { dateColumn, stageColumn })

function entriesOf({ sets }: GroupData): CohortEntry[] {
  const [set] = sets
  const [dates = [], stages = []] = set?.keys ?? []
  const [totals = [], values = []] = set?.measures ?? []
  return dates.flatMap((date, index) => {
    const stage = toNumber(stages[index] ?? null)
    return typeof date === 'string' && stage !== null
      ? [{ date, stage: Math.trunc(stage), total: toNumber(totals[index] ?? null), value: toNumber(values[index] ?? null) }]
      : []
  })
}

const writer = (marks: NumberMarks) => (value: number, format: string) => formatNumber(value, format, marks) ?? String(value)

function cellMaker(cohort: Cohort, options: CohortOptions, written: ReturnType<typeof writer>, scheme: 'light' | 'dark') {
  const { min, max, steps } = options.colors
  const isAutomatic = min.toUpperCase() === DEFAULT_MIN_COLOR && max.toUpperCase() === DEFAULT_MAX_COLOR
  const chosen = [min, max].map((color) => shownColor(parseColor(color) ?? '#808080', scheme))
  const ramp = isAutomatic ? sequentialRamp(scheme) : chosen
  const greatest = cohort.groups.reduce((most, { values }) => Math.max(most, ...values.map((value) => value ?? 0)), 0)

  return (value: number | null, total: number | null): Omit<CohortCell, 'mark'> => {
    if (value === null) return { text: options.noValuePlaceholder, colors: null, tooltip: null }
    const share = total === null || total === 0 ? 0 : value / total
    const background = colorStep(ramp, options.percentValues ? share : greatest === 0 ? 0 : value / greatest, steps)
    const percent = written(share, options.percentFormat)
    const number = written(value, options.numberFormat)
    return {
      text: options.percentValues ? percent : number,
      colors: { background, ink: inkOn(background) },
      tooltip: options.showTooltips
        ? i18n._('{number} of {total}, {percent}', {
            number,
            total: total === null ? i18n._('an unknown number') : written(total, options.numberFormat),
            percent,
          })
        : null,
    }
  }
}

function noteOf({ omitted, groups, stages }: Cohort): string | null {
  const texts = { groups: groups.length, stages: stages.length }
  if (omitted.groups > 0 && omitted.stages > 0)
    return i18n._('Shows the first {groups} groups and the first {stages} stages.', texts)
  if (omitted.groups > 0) return i18n._('Shows the first {groups} groups.', texts)
  return omitted.stages > 0 ? i18n._('Shows the first {stages} stages.', texts) : null
}

/** Suggests columns by their usual names, else by type, the interval of the dates, and shares with one decimal. */
export function suggest(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<CohortOptions> {
  const isDate = ({ type }: SourceColumn) => type === 'date' || type === 'datetime'
  const numbers = columns.filter(({ type }) => type === 'integer' || type === 'float')
  const named = (name: string) => columns.find((column) => column.name === name)
  const date = named('date') ?? columns.find(isDate)
  const stage = named('day_number') ?? numbers.find(({ name }) => name !== 'total' && name !== 'value')
  const rest = numbers.filter((column) => column !== stage)
  const total = named('total') ?? rest[0]
  const value = named('value') ?? rest.find((column) => column !== total)
  if (!date || !stage || !total || !value) return {}
  const at = columns.indexOf(date)
  const interval = intervalOf(rows.map((row) => String(row[at] ?? '')))
  return {
    dateColumn: date.name,
    stageColumn: stage.name,
    totalColumn: total.name,
    valueColumn: value.name,
    percentFormat: '0.0%',
    ...(interval === null ? {} : { timeInterval: interval }),
  }
}
