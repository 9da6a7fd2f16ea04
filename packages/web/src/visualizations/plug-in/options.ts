import { plural, t } from '@lingui/core/macro'
import type { ColumnKind } from '@sightline/contract/data-sources.ts'
import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { localList } from '@sightline/domain/language/local.ts'
import { fieldTitle } from '@sightline/domain/names.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { goneSentence, isNumeric, isTime, measureColumns } from '../column-choice.ts'
import { maybe, orElse } from '../stored-options.ts'
import type { Needs } from '../visualization.ts'

type Schema = PlugInVisualization['options_schema']
type Property = Schema['properties'][string]

/** The options of a plug-in's visualization: plain values, by the names of its fields. */
export type PlugInOptions = Record<string, unknown>

/** Without chosen columns, a script gets at most this many. */
const MAX_COLUMNS = 50

/** Reads stored options: an unreadable value becomes the default of its field. */
export const storedOptions = ({ properties }: Schema): z.ZodMiniType<PlugInOptions> =>
  z.looseObject(Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, stored(property)])))

function stored(property: Property): z.ZodMiniType<unknown> {
  const value = plainValue(property)
  return property.default === undefined ? maybe(value) : orElse(value, property.default)
}

function plainValue({ type, enum: choices }: Property): z.ZodMiniType<unknown> {
  if (type === 'number') return z.number()
  if (type === 'boolean') return z.boolean()
  return choices ? z.enum(choices.map(String)) : z.string()
}

/** The declared options, without those of an earlier version of the plug-in. */
export const declaredOptions = ({ properties }: Schema, options: PlugInOptions): PlugInOptions =>
  Object.fromEntries(Object.keys(properties).map((name) => [name, options[name]]))

interface ColumnField {
  name: string
  title: string
  kind: ColumnKind
  isRequired: boolean
}

function columnFields({ properties, required = [] }: Schema): ColumnField[] {
  return Object.entries(properties).flatMap(([name, { title, column: kind }]) =>
    kind === undefined ? [] : [{ name, title: title ?? fieldTitle(name), kind, isRequired: required.includes(name) }],
  )
}

/** The columns that are chosen in fields. */
function chosenColumns(schema: Schema, options: PlugInOptions): string[] {
  const chosen = columnFields(schema).map(({ name }) => options[name])
  return [...new Set(chosen.filter((name) => typeof name === 'string' && name !== ''))] as string[]
}

/** The chosen columns; all if none is chosen. */
export function needs(schema: Schema, options: PlugInOptions, columns: readonly SourceColumn[]): Needs {
  const chosen = chosenColumns(schema, options)
  const wanted = chosen.length > 0 ? chosen : columns.slice(0, MAX_COLUMNS).map(({ name }) => name)
  return { kind: 'columns', columns: wanted, extreme: null }
}

/** A sentence about a required value that is missing, or a column that the result lacks; null if the script can draw. */
export function problem(schema: Schema, options: PlugInOptions, columns: readonly SourceColumn[]): string | null {
  const { properties, required = [] } = schema
  const missing = required.find((name) => options[name] === undefined || options[name] === '')
  if (missing !== undefined) {
    const { title = fieldTitle(missing), column } = properties[missing] ?? {}
    return column === undefined ? t`Enter a value for “${title}”.` : t`Choose a column for “${title}”.`
  }
  return goneSentence(chosenColumns(schema, options), columns)
}

const isOfKind: Record<ColumnKind, (column: Pick<SourceColumn, 'type'>) => boolean> = {
  any: () => true,
  number: isNumeric,
  time: isTime,
  text: ({ type }) => type === 'string',
}

/** The columns that a field offers. Those whose type the data source did not state may be of any kind. */
export const columnsOfKind = (kind: ColumnKind, columns: readonly SourceColumn[]): SourceColumn[] =>
  columns.filter((column) => isOfKind[kind](column) || column.type === null)

/** Chooses a column for each field that requires one, a different one for each as long as there are enough. */
export function suggest(schema: Schema, columns: readonly SourceColumn[]): PlugInOptions {
  const left = new Set(columns)
  const options: PlugInOptions = {}
  for (const { name, kind, isRequired } of columnFields(schema)) {
    if (!isRequired) continue
    // Numbers that measure something come before ids.
    const ordered = kind === 'number' ? measureColumns(columns) : columns.filter(isOfKind[kind])
    const chosen = ordered.find((column) => left.has(column)) ?? columnsOfKind(kind, [...left])[0]
    if (chosen === undefined) continue
    left.delete(chosen)
    options[name] = chosen.name
  }
  return options
}

const kindTexts: Record<ColumnKind, (count: number) => string> = {
  any: (count) => plural(count, { one: 'a column', other: '# columns' }),
  number: (count) => plural(count, { one: 'a column of numbers', other: '# columns of numbers' }),
  time: (count) => plural(count, { one: 'a column of dates', other: '# columns of dates' }),
  text: (count) => plural(count, { one: 'a column of texts', other: '# columns of texts' }),
}

/** The columns that its fields require, such as `a column of texts and 2 columns of numbers`; null if none are. */
export function requiredColumns(schema: Schema): string | null {
  const byKind = Map.groupBy(
    columnFields(schema).filter(({ isRequired }) => isRequired),
    ({ kind }) => kind,
  )
  const texts = [...byKind].map(([kind, { length }]) => kindTexts[kind](length))
  return texts.length === 0 ? null : localList(texts)
}
