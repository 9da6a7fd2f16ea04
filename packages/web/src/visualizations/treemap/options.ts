import { z } from 'zod/mini'
import { columnName, maybeNumber, orElse, text } from '../stored-options.ts'

export const TILE_LIMITS = { min: 5, max: 100 }
const AUTOMATIC_TILES = 30
/** Each level is a grouping of the result. */
export const MAX_LEVELS = 6

/** The stored options of a treemap. */
export const TreemapOptions = z.looseObject({
  /** The columns of the levels, the outermost first. */
  levels: orElse(z.array(z.string()), []),
  /** The column whose sum is the size of a tile; null for the number of rows. */
  sizeColumn: columnName,
  /** The column whose average is the colour of a tile; null for a colour per tile. */
  colorColumn: columnName,
  /** Tiles of one level before all others are one; null means 30. */
  maxTiles: maybeNumber,
  numberFormat: text('0,0[.][00]'),
})
export type TreemapOptions = z.infer<typeof TreemapOptions>

export const tileLimit = ({ maxTiles }: Pick<TreemapOptions, 'maxTiles'>): number =>
  Math.max(TILE_LIMITS.min, Math.min(Math.round(maxTiles ?? AUTOMATIC_TILES), TILE_LIMITS.max))
