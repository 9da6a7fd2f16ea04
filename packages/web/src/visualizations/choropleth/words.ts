import type { NumberMarks } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { codeTypes } from '@sightline/domain/maps/shape-codes.ts'
import { figureText } from '../cell-label.ts'
import type { ChoroplethOptions } from './options.ts'
import { type Choropleth, regionName, type ValueClass, valueText } from './prepare.ts'
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
    .map(({ value }, index) => ({ value, name: regionName(shapes[index]?.properties ?? {}, 'name') }))
    .filter(({ value }) => value !== null)
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
  const first = known.slice(0, MAX_NAMED).map((one) => `${one.name} ${valueText(one.value, options, marks)}`)
  const texts = { name, column: options.valueColumn ?? '', regions: first.join(', '), rest: known.length - MAX_NAMED }
  return known.length > MAX_NAMED
    ? i18n._('{name}. Map of {column} by region: {regions} and {rest} more.', texts)
    : i18n._('{name}. Map of {column} by region: {regions}.', texts)
}

/** Says which rows the map does not show, and why; null if it shows all. */
export function noteOf(drawn: Choropleth, options: ChoroplethOptions, marks: NumberMarks): string | null {
  const count = drawn.repeated
  const sentences = [
    ...(drawn.unknown.length === 0 ? [] : [unknownSentence(drawn, options, marks)]),
    ...(count === 0
      ? []
      : [
          i18n._(
            '{count, plural, one {# row is not shown, because a later one has the same region.} other {# rows are not shown, because later ones have the same region.}}',
            { count },
          ),
        ]),
  ]
  return sentences.length === 0 ? null : sentences.join(' ')
}

/** Names some keys that match no shape, and how the others were read if that is a guess. */
function unknownSentence(
  { unknown, codeType, isGuessed }: Choropleth,
  { mapType }: ChoroplethOptions,
  marks: NumberMarks,
): string {
  const names = unknown
    .slice(0, MAX_UNKNOWN)
    .map((key) => `“${key}”`)
    .join(', ')
  const type = codeTypes[mapType].find((known) => known.type === codeType)?.name() ?? codeType
  const sentence =
    unknown.length > MAX_UNKNOWN
      ? i18n._('Not on this map: {names} and {rest} more.', { names, rest: figureText(unknown.length - MAX_UNKNOWN, marks) })
      : i18n._('Not on this map: {names}.', { names })
  return isGuessed ? `${sentence} ${i18n._('The others are read as “{type}”.', { type })}` : sentence
}

/** The range of a class, such as `1 – 5`. */
export function rangeText({ low, high }: ValueClass, options: ChoroplethOptions, marks: NumberMarks): string {
  const written = (value: number) => valueText(value, options, marks)
  return low === high ? written(high) : `${written(low)} – ${written(high)}`
}
