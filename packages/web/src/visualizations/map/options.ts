import { z } from 'zod/mini'
import { flag, maybe, orElse, part, text } from '../stored-options.ts'

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
