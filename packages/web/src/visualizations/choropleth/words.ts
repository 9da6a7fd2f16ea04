import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { codeTypes } from '@sightline/domain/maps/shape-codes.ts'
import { figureText } from '../cell-label.ts'
import type { ChoroplethOptions } from './options.ts'
import { type Choropleth, type ValueClass, valueText } from './prepare.ts'
import type { Shape } from './shapes.ts'

const MAX_NAMED = 8
/** Of the keys that match no shape. */
const MAX_UNKNOWN = 6

/** Describes the regions with the greatest values as text for screen readers. */
export function inWords(
  name: string,
  { shapes: drawn }: Choropleth,
  shapes: readonly Shape[],
  options: ChoroplethOptions,
  marks: NumberMarks,
): string {
  const known = drawn
    .map(({ value }, index) => ({ value, name: String(shapes[index]?.properties.name ?? '') }))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const first = known.slice(0, MAX_NAMED).map((one) => `${one.name} ${valueText(one.value, options, marks)}`)
  const rest = known.length > MAX_NAMED ? ` and ${known.length - MAX_NAMED} more` : ''
  return `${name}. Map of ${options.valueColumn} by region: ${first.join(', ')}${rest}.`
}

/** Names some keys that match no shape, and how the others were read if that is a guess. */
export function unknownSentence(
  { unknown, codeType, isGuessed }: Choropleth,
  { mapType }: ChoroplethOptions,
  marks: NumberMarks,
): string {
  const names = unknown
    .slice(0, MAX_UNKNOWN)
    .map((key) => `“${key}”`)
    .join(', ')
  const more = unknown.length > MAX_UNKNOWN ? ` and ${figureText(unknown.length - MAX_UNKNOWN, marks)} more` : ''
  const type = codeTypes[mapType].find((known) => known.type === codeType)?.name ?? codeType
  return `Not on this map: ${names}${more}.${isGuessed ? ` The others are read as “${type}”.` : ''}`
}

/** The range of a class, such as `1 – 5`. */
export function rangeText({ low, high }: ValueClass, options: ChoroplethOptions, marks: NumberMarks): string {
  const written = (value: number) => valueText(value, options, marks)
  return low === high ? written(high) : `${written(low)} – ${written(high)}`
}
