import type { CommentedValue } from '@sightline/contract/comments.ts'
import { i18n } from '../language/i18n.ts'
import { type Definition, isOptional, titleOf } from '../parameters/definition.ts'
import { resolveDynamic } from '../parameters/dynamic.ts'
import { isSameJson } from '../parameters/saved.ts'
import { toUrlQuery } from '../parameters/url-values.ts'
import { readValue } from '../parameters/values.ts'
import { type ParameterFormats, valueText } from '../parameters/values-text.ts'
import type { ClockContext } from '../parameters/wall-clock.ts'
import { beginningOf } from '../shortened.ts'
import { parameterKeysOf, toParameterizedWidget, type WidgetWithQuery } from './parameters.ts'

/**
 * The values that a reader sees a widget with, to be stored with a comment. A period such as *last 7 days* becomes the days that it
 * stands for now, since it will stand for others when the comment is read.
 * @param shown the parameters whose inputs are on the dashboard, with their applied values
 */
export function commentedValues(widget: WidgetWithQuery, shown: readonly Definition[], clock: ClockContext): CommentedValue[] {
  const own = toParameterizedWidget(widget)
  if (own === null) return []
  const keys = parameterKeysOf(own)
  return shown.flatMap((definition) => {
    if (!keys.has(definition.name)) return []
    const stored = readValue(definition, definition.value)
    const value = resolveDynamic(definition, stored, clock) ?? stored
    // Without a value, a required parameter says nothing; an optional one was left empty.
    if (value === null && !isOptional(definition)) return []
    return [{ name: definition.name, title: beginningOf(titleOf(definition), MAX_TITLE_LENGTH), value }]
  })
}

const MAX_TITLE_LENGTH = 255

/** The query of a URL that opens the dashboard with these values. */
export const urlOfValues = (values: readonly CommentedValue[]): Record<string, string> =>
  toUrlQuery(Object.fromEntries(values.map(({ name, value }) => [name, value])))

/**
 * Values in one line, such as `Region: North · Period: 2026-05-01 – 2026-05-31`.
 * @param shown the parameters of the dashboard; the value of one that it no longer has stays as it was stored
 */
export const commentedText = (
  values: readonly CommentedValue[],
  shown: readonly Definition[],
  formats: ParameterFormats,
): string =>
  values
    .map(({ name, title, value }) => {
      const definition = shown.find((one) => one.name === name) ?? { name }
      return `${title}: ${valueText(value, formats, definition) || i18n._('no value')}`
    })
    .join(' · ')

/** Whether two comments were written for the same values. */
export const areSameValues = (one: readonly CommentedValue[], other: readonly CommentedValue[]): boolean =>
  isSameJson(byName(one), byName(other))

/** Whether showing these values would change anything: parameters that the widget no longer has cannot be set. */
export const differFromShown = (values: readonly CommentedValue[], shown: readonly CommentedValue[]): boolean =>
  values.some(({ name, value }) => shown.some((other) => other.name === name && !isSameJson(other.value, value)))

const byName = (values: readonly CommentedValue[]) =>
  values.map(({ name, value }) => [name, value]).toSorted(([one], [other]) => String(one).localeCompare(String(other)))
