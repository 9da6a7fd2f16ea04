import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import { namesIn } from '@sightline/domain/format/template.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localCountry } from '@sightline/domain/language/local.ts'
import { classBounds, classOf } from '@sightline/domain/maps/classes.ts'
import { bestCodeType, comparable, type ShapeProperties, shapesByCode } from '@sightline/domain/maps/shape-codes.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels } from '../cell-label.ts'
import { allGoneSentence } from '../column-choice.ts'
import { colorAlong } from '../palette.ts'
import type { ColumnData, Formats, Marks, Needs } from '../visualization.ts'
import { type ChoroplethOptions, codeTypeOf, defaultColors, keyOf, newColors, popupTemplate, withKey } from './options.ts'

/** A class of values: its colour, minimum and maximum. */
export interface ValueClass {
  color: string
  low: number
  high: number
}

export interface ShapeToDraw {
  color: string
  /** Null if the shape has no row or its value is not a number. */
  value: number | null
  /** The row of the value. */
  row: number | null
}

export interface Choropleth {
  /** The code type that was used to read the key column. */
  codeType: string
  /** Whether too few keys match this code type to be sure of it. */
  isGuessed: boolean
  classes: ValueClass[]
  /** One entry per shape of the map. */
  shapes: ShapeToDraw[]
  /** Distinct keys that match no shape. */
  unknown: string[]
  /** Number of rows that are not shown, because a later row has the same region. */
  repeated: number
}

const chooseText = (): string => i18n._('Choose a key column and a value column.')
const DEFAULT_CODE_TYPE: Readonly<Record<string, string>> = { countries: 'iso_a3' }

export function problem(options: ChoroplethOptions, columns: readonly SourceColumn[]): string | null {
  const chosen = [keyOf(options), options.valueColumn].flatMap((name) => name || [])
  const gone = allGoneSentence(chosen, columns)
  return gone ?? (keyOf(options) === null || !options.valueColumn ? chooseText() : null)
}

/** The key and value columns, and those named in the templates. */
export function needs(options: ChoroplethOptions, columns: readonly SourceColumn[]): Needs {
  const key = keyOf(options)
  if (key === null || !options.valueColumn) return { kind: 'columns', columns: [], extreme: null }
  const inTexts = [...namesIn(options.tooltip.template), ...namesIn(popupTemplate(options))]
  const named = columns.map(({ name }) => name).filter((name) => inTexts.includes(name))
  return { kind: 'columns', columns: [...new Set([key, options.valueColumn, ...named])], extreme: options.valueColumn }
}

/** Its regions are marks. A click on one opens its popup by default, so filtering has to be chosen unless there is no popup. */
export function marks(options: ChoroplethOptions): Marks | null {
  const key = keyOf(options)
  return key === null ? null : { x: key, series: null, areCategories: !options.popup.enabled }
}

/** The options that every new map stores. Absent ones keep their specified defaults, which stored maps rely on. */
const newMapOptions: Partial<ChoroplethOptions> = {
  colors: { ...defaultColors, ...newColors },
  // Equal steps leave most regions in one class, because values of regions differ by orders of magnitude.
  clusteringMode: 'q',
  insets: true,
}

/** Suggests a text column with codes, a numeric column, and the map that the name of the text column suggests. */
export function suggest(columns: readonly SourceColumn[]): Partial<ChoroplethOptions> {
  const key = columns.find(({ name, type }) => type === 'string' && /country|state|region|pref|code|iso/i.test(name))
  const text = key ?? columns.find(({ type }) => type === 'string')
  const value = columns.find(({ type }) => type === 'integer' || type === 'float')
  if (!text || !value) return newMapOptions
  return {
    ...newMapOptions,
    ...withKey(text.name),
    valueColumn: value.name,
    ...(/(^|_)states?(_|$)/i.test(text.name) ? { mapType: 'usa' } : {}),
    ...(/prefecture/i.test(text.name) ? { mapType: 'subdiv_japan' } : {}),
    ...(value.type === 'integer' ? { valueFormat: '0,0' } : {}),
  }
}

/** The cell in the key column that belongs to each shape; null for shapes without a row. */
export function keysOfShapes({ columns, values }: ColumnData, options: ChoroplethOptions, { shapes }: Choropleth): Cell[] {
  const keys = values[columns.findIndex(({ name }) => name === keyOf(options))]
  return shapes.map(({ row }) => (row === null ? null : (keys?.[row] ?? null)))
}

/** Assigns each shape of the map its value and colour. */
export function prepare(
  { columns, values }: ColumnData,
  options: ChoroplethOptions,
  shapes: readonly ShapeProperties[],
  scheme: 'light' | 'dark',
): Choropleth {
  const cells = (name: string | null): Cell[] => values[columns.findIndex((column) => column.name === name)] ?? []
  const keys = cells(keyOf(options))
  const numbers = cells(options.valueColumn)
  // Whatever matches is worth colouring; the rest is listed beside the map.
  const best = codeTypeOf(options) === null ? bestCodeType(keys, shapes, options.mapType) : null
  const codeType = codeTypeOf(options) ?? best?.type ?? DEFAULT_CODE_TYPE[options.mapType] ?? 'name'

  const byCode = shapesByCode(shapes, codeType)
  const rows = new Map<number, { value: number | null; row: number }>()
  const unknown = new Set<string>()
  let repeated = 0
  keys.forEach((key, row) => {
    if (key === null || key === '') return
    const found = byCode.get(comparable(key, codeType)) ?? []
    if (found.length === 0) unknown.add(String(key))
    if (found.some((shape) => rows.has(shape))) repeated++
    for (const shape of found) rows.set(shape, { value: toNumber(numbers[row] ?? null), row })
  })

  const present = [...rows.values()].flatMap(({ value }) => (value === null ? [] : [value]))
  const bounds = classBounds(present, options.clusteringMode, options.steps)
  const ramp = rampOf(options.colors, scheme)
  const lowest = present.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const classes = bounds.map((high, index): ValueClass => {
    const share = bounds.length === 1 ? 1 : index / (bounds.length - 1)
    return { color: colorAlong(ramp, share), low: bounds[index - 1] ?? lowest, high }
  })
  return {
    codeType,
    isGuessed: best?.isInferred === false,
    classes,
    unknown: [...unknown],
    repeated,
    shapes: shapes.map((_, index) => {
      const { value = null, row = null } = rows.get(index) ?? {}
      const color = value === null ? undefined : classes[classOf(value, bounds)]?.color
      return { value, row, color: color ?? groundColor(options.colors.noValue, scheme) }
    }),
  }
}

/** In the dark scheme a default ramp is reversed, so that greater values always contrast more with the background. */
function rampOf({ min, max }: ChoroplethOptions['colors'], scheme: 'light' | 'dark'): readonly string[] {
  const isDefault = [defaultColors, newColors].some(
    (known) => min.toUpperCase() === known.min && max.toUpperCase() === known.max,
  )
  return isDefault && scheme === 'dark' ? ['#1F3260', '#5C8EF2', '#B4D0FF'] : [min, max]
}

const darkGrounds: Readonly<Record<string, string>> = {
  '#FFFFFF': '#15181C',
  '#DDDDDD': '#323841',
  '#D3D3D3': '#323841',
  '#E8EBEF': '#272C33',
}

/** The default colours of background, borders and empty regions have dark variants. */
export const groundColor = (stored: string, scheme: 'light' | 'dark'): string =>
  scheme === 'dark' ? (darkGrounds[stored.toUpperCase()] ?? stored) : stored

/** Returns the formatted value, or the placeholder if there is none. */
export const valueText = (
  value: number | null,
  { valueFormat, noValuePlaceholder }: ChoroplethOptions,
  marks: NumberMarks,
): string => (value === null ? noValuePlaceholder : (formatNumber(value, valueFormat, marks) ?? String(value)))

/**
 * A name or code of a region as its reader sees it. The maps name countries in English, and browsers know their names in other
 * languages.
 */
export function regionName(shape: ShapeProperties, property: string): string {
  const isName = property === 'name' || property === 'name_long'
  const country = isName && i18n.locale !== 'en' ? localCountry(String(shape.iso_a2 ?? '')) : null
  return country ?? [shape[property] ?? ''].flat().join(', ')
}

/** Resolves a name in a template: `@@value`, another property of the shape with `@@`, or a column of the row. */
export function lookUp(
  name: string,
  shape: ShapeProperties,
  drawn: ShapeToDraw,
  { columns, values }: ColumnData,
  options: ChoroplethOptions,
  formats: Formats,
): Cell | undefined {
  if (name === '@@value') return valueText(drawn.value, options, formats.numberMarks)
  if (name.startsWith('@@')) {
    const property = name.slice(2)
    return shape[property] === undefined ? undefined : regionName(shape, property)
  }
  const index = columns.findIndex((column) => column.name === name)
  if (index === -1) return undefined
  if (drawn.row === null) return options.noValuePlaceholder
  const cell = values[index]?.[drawn.row] ?? null
  return columns[index]?.type === 'datetime' ? columnLabels(values[index] ?? [], columns[index], formats)(cell) : cell
}
