import { intervals } from '@sightline/domain/cohort/cohort.ts'
import { z } from 'zod/mini'
import { flag, number, orElse, part, text } from '../stored-options.ts'

export const modes = ['diagonal', 'simple'] as const

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
