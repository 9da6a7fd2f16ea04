import { i18n } from '@sightline/domain/language/i18n.ts'
import { type MapType, mapTypes } from '@sightline/domain/maps/shape-codes.ts'
import { z } from 'zod/mini'
import { flag, maybe, orElse, part, text } from '../stored-options.ts'

export const positions = ['top-left', 'top-right', 'bottom-left', 'bottom-right'] as const
export const alignments = ['left', 'center', 'right'] as const

/** The default tooltip template. */
const DEFAULT_TOOLTIP = '<b>{{ @@name }}</b>: {{ @@value }}'

const defaultPopups: Record<MapType, () => string> = {
  countries: () => popupOf(i18n._('Country'), '{{ @@name_long }} ({{ @@iso_a2 }})'),
  usa: () => popupOf(i18n._('State', {}, { context: 'of the USA' }), '{{ @@name }} ({{ @@usps_abbrev }})'),
  subdiv_japan: () => popupOf(i18n._('Prefecture'), '{{ @@name }} ({{ @@iso_3166_2 }})'),
}

const popupOf = (kind: string, name: string) => `${kind}: <b>${name}</b>\n<br>\n${i18n._('Value')}: <b>{{ @@value }}</b>`

/** The template of the popup: that of the map, in the language of the reader, unless there is one of its own. */
export const popupTemplate = ({ popup, mapType }: ChoroplethOptions): string => popup.template ?? defaultPopups[mapType]()

/** As stored; the same in both colour schemes. */
export const defaultColors = {
  min: '#799CFF',
  max: '#002FB4',
  background: '#FFFFFF',
  borders: '#FFFFFF',
  noValue: '#DDDDDD',
} as const

/** Colours of new maps: one hue from pale to dark, whose classes differ for every kind of colour vision. */
export const newColors = { min: '#CFDDFB', max: '#234399', noValue: '#E8EBEF' } as const

const maybeName = maybe(z.nullable(z.string()))

/** The stored options of a map of regions, as named in the API, which has two names for the key column and for its code type. */
export const ChoroplethOptions = z.looseObject({
  mapType: orElse(z.enum(mapTypes), 'countries'),
  countryCodeColumn: maybeName,
  keyColumn: maybeName,
  /** Absent means that the code type is detected from the values. */
  countryCodeType: maybeName,
  targetField: maybeName,
  valueColumn: orElse(z.nullable(z.string()), null),
  /** `q` quantile, `e` equidistant, `k` k-means. */
  clusteringMode: orElse(z.enum(['q', 'e', 'k']), 'e'),
  steps: orElse(z.int().check(z.minimum(3), z.maximum(11)), 5),
  valueFormat: text('0,0.00'),
  noValuePlaceholder: text('N/A'),
  colors: part({
    min: text(defaultColors.min),
    max: text(defaultColors.max),
    background: text(defaultColors.background),
    borders: text(defaultColors.borders),
    noValue: text(defaultColors.noValue),
  }),
  legend: part({
    visible: flag(true),
    position: orElse(z.enum(positions), 'bottom-left'),
    alignText: orElse(z.enum(alignments), 'right'),
  }),
  tooltip: part({ enabled: flag(true), template: text(DEFAULT_TOOLTIP) }),
  /** An absent template means the default of the map. */
  popup: part({ enabled: flag(true), template: maybe(z.string()) }),
  bounds: z.optional(z.unknown()),
  /** Whether the map of the USA shows Alaska and Hawaii as insets below the other states. (ours) */
  insets: flag(false),
})
export type ChoroplethOptions = z.infer<typeof ChoroplethOptions>

/** The column that identifies the shapes; null if none is chosen. */
export const keyOf = ({ countryCodeColumn, keyColumn }: ChoroplethOptions): string | null =>
  countryCodeColumn || keyColumn || null

/** The stored code type of that column; null to detect it. */
export const codeTypeOf = ({ countryCodeType, targetField }: ChoroplethOptions): string | null =>
  countryCodeType || targetField || null

/** Writes both names of the API, so that every client finds the one it reads. */
export const withKey = (column: string | null) => ({ countryCodeColumn: column ?? '', keyColumn: column })
export const withCodeType = (type: string | null) => ({ countryCodeType: type ?? undefined, targetField: type ?? undefined })
