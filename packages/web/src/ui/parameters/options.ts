import { t } from '@lingui/core/macro'
import { localNumber } from '@sightline/domain/language/local.ts'
import { enumOptions } from '@sightline/domain/parameters/choices.ts'
import { dateKindOf, shownDate } from '@sightline/domain/parameters/dates.ts'
import {
  type Definition,
  isListed,
  isOptional,
  multiValuesOf,
  type ParameterValue,
  typeOf,
} from '@sightline/domain/parameters/definition.ts'
import { dynamicValue } from '@sightline/domain/parameters/dynamic.ts'
import { firstGraphemes } from '@sightline/domain/shortened.ts'

/** One option of a dropdown. */
export interface Choice {
  value: string
  /** Display name. */
  name: string
}

/** The options of a dropdown and their loading state. */
export type Options =
  | { status: 'loading' }
  | {
      status: 'ready'
      choices: readonly Choice[]
      /** Finds options by name beyond `choices`, which are only the first ones; null if `choices` has all. */
      find: ((text: string) => Promise<readonly Choice[]>) | null
    }
  /** No options; the text says why. */
  | { status: 'missing'; text: string; retry: (() => void) | null }

/** The options of query-based dropdowns, by parameter name. */
export type OptionsByName = ReadonlyMap<string, Options>

const loading: Options = { status: 'loading' }
const noOptions: Options = { status: 'missing', text: t`This dropdown has no options yet.`, retry: null }

/** The options of a parameter; null for types that are not dropdowns. */
export function optionsOf(definition: Definition, ofQueries: OptionsByName): Options | null {
  if (typeOf(definition) === 'query') return ofQueries.get(definition.name) ?? loading
  if (!isListed(definition)) return null
  const choices = [...new Set(enumOptions(definition))].map((value) => ({ value, name: value }))
  return choices.length === 0 ? noOptions : { status: 'ready', choices, find: null }
}

/**
 * The chosen options of a value. In an optional single-choice dropdown, an option with an empty value means the same as no value.
 */
export function chosenBy(definition: Definition, value: ParameterValue, options: Options): readonly string[] {
  if (Array.isArray(value)) return value
  if (value !== null) return [String(value)]
  const hasEmpty = options.status === 'ready' && options.choices.some((choice) => choice.value === '')
  return hasEmpty && isEmptyNoValue(definition) ? [''] : []
}

/** Whether an empty text means the same as no value. */
const isEmptyNoValue = (definition: Definition): boolean => isOptional(definition) && multiValuesOf(definition) === null

/** The options whose name contains a text, ignoring case. */
export function filterChoices(choices: readonly Choice[], text: string): readonly Choice[] {
  const wanted = text.trim().toLowerCase()
  return wanted === '' ? choices : choices.filter(({ name }) => name.toLowerCase().includes(wanted))
}

/** Chosen values in the order of the list; those of options that are not loaded come last. */
export function inOrder(choices: readonly Choice[], chosen: ReadonlySet<string>): string[] {
  const listed = choices.filter(({ value }) => chosen.has(value)).map(({ value }) => value)
  const isListed = new Set(listed)
  return [...listed, ...[...chosen].filter((value) => !isListed.has(value))]
}

/** The value after an option was clicked: of several values, with that one added or removed. */
export function valueWith(definition: Definition, choices: readonly Choice[], chosen: readonly string[], picked: string) {
  if (multiValuesOf(definition) === null) return picked
  const now = new Set(chosen)
  if (!now.delete(picked)) now.add(picked)
  return inOrder(choices, now)
}

/** The display name of a value; the value itself if its option is unknown. */
export function nameOf(value: string, options: Options | null): string {
  const choice = options?.status === 'ready' ? options.choices.find((each) => each.value === value) : undefined
  return choice?.name ?? value
}

/** Replaces an empty name, which would look like an error, by '(empty)'. */
export const displayName = (name: string): string => (name === '' ? t`(empty)` : name)

/** The display name of an option. One without a name that means no value reads as no value does. */
export const choiceName = (definition: Definition, { value, name }: Choice): string =>
  name === '' && value === '' && isEmptyNoValue(definition) ? emptyText(definition) : displayName(name)

/** Characters that a tag shows. */
const TAG_LENGTH = 10

/** The text of a tag: the first characters of a name. */
export const tagText = (name: string): string => firstGraphemes(name, TAG_LENGTH)

/** Shown instead of no value. Without a value, an optional parameter leaves its part of the query out, so that nothing is filtered. */
export const emptyText = (definition: Definition): string => (isOptional(definition) ? t`All` : t`None`)

/** Between the two ends of a range. */
const RANGE_SEPARATOR = '–'

/**
 * A value as a short text, for places without room for its control; '' for none.
 * @param options of a dropdown; null for other types
 * @param dateFormat `dateFormat` of the client config
 */
export function valueText(
  definition: Definition,
  value: ParameterValue,
  options: Options | null,
  dateFormat: string | undefined,
): string {
  if (value === null) return ''
  if (Array.isArray(value))
    return value.length === 1 ? displayName(nameOf(value[0] ?? '', options)) : t`${localNumber(value.length)} selected`
  const dynamic = dynamicValue(definition, value)
  if (dynamic !== null) return dynamic.label()
  const precision = dateKindOf(definition)?.precision
  if (typeof value === 'object') {
    const [start, end] = [value.start, value.end].map((date) => (precision ? shownDate(precision, date, dateFormat) : date))
    return `${start} ${RANGE_SEPARATOR} ${end}`
  }
  if (precision !== undefined) return shownDate(precision, String(value), dateFormat)
  return displayName(nameOf(String(value), options))
}

/** The props of all parameter controls. */
export interface ControlProps {
  /** Id of the element that the label names. */
  id: string
  title: string
  definition: Definition
  /** The pending value, or else the applied one. */
  value: ParameterValue
  size: 'sm' | 'md'
  /** `dateFormat` of the client config. */
  dateFormat: string
  /** @param typed what the user has typed or chosen, still to be parsed by the type of the parameter; null for nothing */
  onChange(typed: unknown): void
}
