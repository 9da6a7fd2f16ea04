import type { Cell } from '@sightline/contract/results.ts'
import type { WidgetOptions } from '@sightline/contract/widgets.ts'
import { localText } from '../format/date.ts'
import { enumOptions } from '../parameters/choices.ts'
import { dateKindOf, readDate } from '../parameters/dates.ts'
import { type Definition, isListed, isRecord, multiValuesOf, type ParameterValue, typeOf } from '../parameters/definition.ts'
import { canonicalNumber } from '../parameters/numbers.ts'
import { readValue } from '../parameters/values.ts'

/** The value of a clicked mark: that on the x axis, or that of its series. */
export type MarkRole = 'x' | 'series'

/** The effect of a click on a mark of a widget. */
export type ClickAction =
  /** Filters the other widgets by the value on the x axis. */
  | { type: 'filter' }
  /** Sets the dashboard parameter of this name. */
  | { type: 'parameter'; name: string; from: MarkRole }
  /** Opens a link that is filled with the values of the mark; see `click-link.ts`. */
  | { type: 'link'; link: string }
  | { type: 'none' }

/**
 * The stored choice of a widget's editor; null if there is none. Widgets of earlier versions store `filtersByClicks` instead of
 * `clickAction`.
 */
export function storedClickAction({ clickAction, filtersByClicks }: WidgetOptions): ClickAction | null {
  if (!isRecord(clickAction)) {
    return typeof filtersByClicks === 'boolean' ? { type: filtersByClicks ? 'filter' : 'none' } : null
  }
  const { type, name, from, link } = clickAction
  if (type === 'filter' || type === 'none') return { type }
  if (type === 'link') return typeof link === 'string' ? { type, link } : null
  if (type !== 'parameter' || typeof name !== 'string') return null
  return { type, name, from: from === 'series' ? 'series' : 'x' }
}

/** The options of a widget with this choice; all other options stay. */
export function withClickAction({ filtersByClicks: _, ...options }: WidgetOptions, clickAction: ClickAction): WidgetOptions {
  return { ...options, clickAction }
}

/** Whether a click can set a parameter: a mark has a single value, which is no range. */
export const isSetByClicks = (definition: Definition): boolean => dateKindOf(definition)?.isRange !== true

/**
 * The value of a parameter after a click on a mark.
 * @param options the values of a query-based dropdown; null for other parameters and while they are loading
 * @param timeZone in which a time with a zone becomes the local time that parameters hold
 * @returns null if the cell is not a valid value of the parameter
 */
export function clickedValue(
  definition: Definition,
  cell: Cell,
  options: readonly string[] | null,
  timeZone: string,
): ParameterValue {
  if (cell === null || !isSetByClicks(definition)) return null
  const text = String(cell)
  const date = dateKindOf(definition)
  if (date !== null) return readDate(date.precision, localText(text, timeZone))
  if (typeOf(definition) === 'number') return canonicalNumber(cell) === null ? null : readValue(definition, cell)
  const allowed = isListed(definition) ? enumOptions(definition) : options
  // An invalid value would be read as the first option.
  if (allowed !== null && !allowed.includes(text)) return null
  return multiValuesOf(definition) === null ? text : [text]
}

/** The value of the marks that stand out because a parameter is set to it; null if it has none, or several. */
export function selectedValue(definition: Definition): Cell {
  const value = readValue(definition, definition.value)
  const single = Array.isArray(value) && value.length === 1 ? (value[0] ?? null) : value
  return typeof single === 'string' || typeof single === 'number' ? single : null
}
