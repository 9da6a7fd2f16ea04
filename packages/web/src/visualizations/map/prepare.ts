import type { Cell } from '@sightline/contract/results.ts'
import type { MapTileLayer } from '@sightline/contract/session.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { namesIn } from '@sightline/domain/format/template.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { type Bounds, boundsOf, readBounds } from '@sightline/domain/maps/bounds.ts'
import { z } from 'zod/mini'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { automaticColor } from '../palette.ts'
import { hasValue, markOf } from '../picked-mark.ts'
import { flag, maybe, orElse, part, text } from '../stored-options.ts'
import type { ColumnData, Needs, PickedMark } from '../visualization.ts'

export const iconShapes = ['marker', 'doughnut', 'circle-dot', 'circle', 'rectangle-dot', 'rectangle'] as const
export type IconShape = (typeof iconShapes)[number]

/** Older records contain `none` for no grouping. */
const Classify = orElse(
  z.pipe(
    z.nullable(z.string()),
    z.transform((column) => (column === '' || column === 'none' ? null : column)),
  ),
  null,
)

/** The stored options of a map with markers, as named in the API. */
export const MapOptions = z.looseObject({
  latColName: text('lat'),
  lonColName: text('lon'),
  /** The column whose values form the groups. */
  classify: Classify,
  groups: orElse(z.record(z.string(), z.looseObject({ color: maybe(z.string()) })), {}),
  /** Absent means the default tile layer of this installation. */
  mapTileUrl: maybe(z.string()),
  clusterMarkers: flag(true),
  customizeMarkers: flag(false),
  iconShape: orElse(z.enum(iconShapes), 'marker'),
  /** Name of the symbol in a marker. */
  iconFont: text('circle'),
  foregroundColor: text('#ffffff'),
  backgroundColor: text('#3E5EDB'),
  borderColor: text('#3E5EDB'),
  bounds: z.optional(z.unknown()),
  tooltip: part({ enabled: flag(false), template: text('') }),
  /** An empty template shows all values of the row. */
  popup: part({ enabled: flag(true), template: text('') }),
})
export type MapOptions = z.infer<typeof MapOptions>

/** Name of the only group if rows are not grouped. */
export const ALL = 'All'

export interface Point {
  lat: number
  lng: number
  /** Row index in the data. */
  row: number
}
export interface PointGroup {
  name: string
  /** The colour as stored. */
  color: string
  points: Point[]
}
export interface Markers {
  groups: PointGroup[]
  bounds: Bounds | null
  /** Rows without coordinates, and rows whose coordinates are out of range. */
  skipped: { empty: number; invalid: number }
  /** A note about data that is left out; null if everything is shown. */
  note: string | null
}

export function problem({ latColName, lonColName }: MapOptions, columns: readonly SourceColumn[]): string | null {
  const has = (wanted: string) => columns.some(({ name }) => name === wanted)
  return has(latColName) && has(lonColName) ? null : i18n._('Choose a latitude and a longitude column.')
}

/** The columns of the coordinates, the groups, and the templates of popups and tooltips. */
export function needs(options: MapOptions, columns: readonly SourceColumn[]): Needs {
  if (problem(options, columns) !== null) return { kind: 'columns', columns: [], extreme: null }
  const { latColName, lonColName, classify, popup, tooltip } = options
  const names = columns.map(({ name }) => name)
  const saysAll = [popup, tooltip].some(({ enabled, template }) => enabled && template.trim() === '')
  const said = [...namesIn(popup.template), ...namesIn(tooltip.template)]
  const further = names.filter((name) => saysAll || name === classify || said.includes(name))
  return { kind: 'columns', columns: [...new Set([latColName, lonColName, ...further])], extreme: null }
}

/** Suggests coordinate columns by their names. */
export function suggest(columns: readonly SourceColumn[]): Partial<MapOptions> {
  const called = (pattern: RegExp) => columns.find(({ name }) => pattern.test(name))?.name
  const lat = called(/^(lat|latitude)$/i) ?? called(/lat/i)
  const lon = called(/^(lon|lng|long|longitude)$/i) ?? called(/lon|lng/i)
  return { ...(lat === undefined ? {} : { latColName: lat }), ...(lon === undefined ? {} : { lonColName: lon }) }
}

/** Groups the rows that have valid coordinates. */
export function prepare(
  { columns, values, shown, total }: ColumnData,
  options: MapOptions,
  own: readonly string[] = [],
): Markers {
  const cells = (name: string | null): Cell[] => values[columns.findIndex((column) => column.name === name)] ?? []
  const lats = cells(options.latColName)
  const lngs = cells(options.lonColName)
  const classes = options.classify === null ? null : cells(options.classify)
  const groups = new Map<string, Point[]>()
  const skipped = { empty: 0, invalid: 0 }
  for (let row = 0; row < lats.length; row++) {
    const place = { lat: lats[row] ?? null, lng: lngs[row] ?? null }
    if (place.lat === null || place.lng === null) {
      skipped.empty++
      continue
    }
    const [lat, lng] = [toNumber(place.lat), toNumber(place.lng)]
    if (lat === null || lng === null || Math.abs(lat) > 90 || Math.abs(lng) > 540) {
      skipped.invalid++
      continue
    }
    const name = classes === null ? ALL : String(classes[row] ?? null)
    const known = groups.get(name)
    if (known) known.push({ lat, lng, row })
    else groups.set(name, [{ lat, lng, row }])
  }
  return {
    groups: [...groups].map(([name, points], index) => ({
      name,
      color:
        options.groups[name]?.color ||
        (options.customizeMarkers && classes === null ? options.backgroundColor : automaticColor(index, own).stored),
      points,
    })),
    bounds: boundsOf(pairsOf(groups.values())),
    skipped,
    note: noteOf(shown, total, skipped),
  }
}

/** Returns the mark of the rows at the place of a marker, and of its group. */
export function pickedMarker({ columns, values }: ColumnData, options: MapOptions, row: number): PickedMark {
  const names = [options.latColName, options.lonColName, ...(options.classify === null ? [] : [options.classify])]
  const cellOf = (name: string) => values[columns.findIndex((column) => column.name === name)]?.[row] ?? null
  const where = names.map((name) => hasValue(name, cellOf(name)))
  // Other widgets know the group rather than the coordinates.
  return options.classify === null
    ? markOf(null, where)
    : markOf({ column: options.classify, value: cellOf(options.classify) }, where.slice(0, 2))
}

function* pairsOf(groups: Iterable<readonly Point[]>): Iterable<[number, number]> {
  for (const points of groups) for (const { lat, lng } of points) yield [lat, lng]
}

function noteOf(shown: number, total: number, { empty, invalid }: Markers['skipped']): string | null {
  const notes = [
    shown < total ? i18n._('{shown} of {total} rows', { shown: localNumber(shown), total: localNumber(total) }) : null,
    empty > 0 ? i18n._('{empty} without a place', { empty: localNumber(empty) }) : null,
    invalid > 0 ? i18n._('{invalid} not on the globe', { invalid: localNumber(invalid) }) : null,
  ].filter((note) => note !== null)
  return notes.length > 0 ? notes.join(', ') : null
}

/** The initial view: the stored bounds, else all markers. */
export const viewOf = (options: MapOptions, markers: Markers): Bounds | null => readBounds(options.bounds) ?? markers.bounds

/** Other clients store URLs without a scheme, which means the scheme of the page, and that is usually https. */
const comparable = (url: string) => url.replace(/^(https?:)?\/\//, '').replace('{s}.', '')

/**
 * Returns the tile layer: the layer of the installation with the stored URL, else a custom layer for it, else the default layer.
 * Null if the installation has no layers: then no tile server is contacted, whatever is stored.
 */
export function layerOf(stored: string | undefined, layers: readonly MapTileLayer[]): MapTileLayer | null {
  const [first] = layers
  if (first === undefined) return null
  if (stored === undefined || stored.trim() === '') return first
  const known = layers.find(({ url }) => comparable(url) === comparable(stored))
  if (known) return known
  const address = stored.startsWith('//') ? `https:${stored}` : stored
  return /^https?:\/\/[^\s"']+$/.test(address) ? { name: 'Custom', url: address, attribution: '' } : first
}
