import type { Cell } from '@sightline/contract/results.ts'
import { toNumber } from '@sightline/domain/chart-data/scale.ts'
import { formatNumber } from '@sightline/domain/format/number.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { columnLabels, figureText } from '../cell-label.ts'
import { goneSentence, isNumeric, measureColumns } from '../column-choice.ts'
import { joinedNotes } from '../joined-notes.ts'
import { hasValue, markOfPath, markOfSeveral } from '../picked-mark.ts'
import type { Formats, GroupData, Needs, PickedMark } from '../visualization.ts'
import { MAX_LEVELS, type TreemapOptions, tileLimit } from './options.ts'

export interface Tile {
  name: string
  value: number
  /** Of all tiles of the level, 0 to 1. */
  share: number
  /** The average that decides its colour; null for none. */
  color: number | null
  /** Where a click leads to: the values of the levels down to this tile; null if it has no parts. */
  path: Cell[] | null
  /** Whether it stands for all tiles that are too small. */
  isRest: boolean
  /** null for the tile of all that are too small, if no condition selects their rows. */
  mark: PickedMark | null
}
export interface Tiles {
  kind: 'tiles'
  tiles: Tile[]
  /** The names of the levels above, the outermost first. */
  crumbs: string[]
  /** Both ends of the colours; null without a column for them. */
  range: { low: number; high: number } | null
  note: string | null
}
export type Prepared = { kind: 'nothing'; reason: string } | Tiles

const chooseText = (): string => i18n._('Choose at least one column of levels.')
const MAX_GROUPS = 20_000

const levelsOf = ({ levels }: TreemapOptions) => [...new Set(levels)].slice(0, MAX_LEVELS)

/** The groups of each level, from the outermost to the innermost. */
export function needs(options: TreemapOptions): Needs {
  const levels = levelsOf(options)
  if (levels.length === 0) return { kind: 'columns', columns: [], extreme: null }
  const { sizeColumn, colorColumn } = options
  return {
    kind: 'groups',
    sets: levels.map((_, depth) => levels.slice(0, depth + 1)),
    measures: [
      sizeColumn === null ? { kind: 'count', column: null } : { kind: 'sum', column: sizeColumn },
      ...(colorColumn === null ? [] : [{ kind: 'avg' as const, column: colorColumn }]),
    ],
    limit: MAX_GROUPS,
    without: [],
  }
}

export function problem(options: TreemapOptions, columns: readonly SourceColumn[]): string | null {
  if (options.levels.length === 0) return chooseText()
  if (new Set(options.levels).size > MAX_LEVELS) return i18n._('A treemap has at most {most} levels.', { most: MAX_LEVELS })
  return goneSentence([...options.levels, options.sizeColumn, options.colorColumn], columns)
}

/** Suggests up to two columns of names for the levels, and the first column of numbers for the size. */
export function suggest(columns: readonly SourceColumn[]): Partial<TreemapOptions> {
  const names = columns.filter((column) => column.type === 'string' || column.type === null || column.type === 'boolean')
  const levels = names.length > 0 ? names : columns.filter((column) => !isNumeric(column))
  const [size] = measureColumns(columns)
  if (levels.length === 0) return {}
  return { levels: levels.slice(0, 2).map(({ name }) => name), ...(size && { sizeColumn: size.name }) }
}

/** Fewer tiles are better read as bars. */
const LEAST_TILES = 5

/** A treemap of two columns of names, if each value of the inner one has one outer value and no size is below zero. @param rows the first rows */
export function thumbnails(columns: readonly SourceColumn[], rows: readonly Cell[][]): Partial<TreemapOptions>[] {
  const options = suggest(columns)
  const [outer, inner, size] = [...(options.levels ?? []), options.sizeColumn].map((name) =>
    columns.findIndex((column) => column.name === name),
  )
  if (options.levels?.length !== 2 || outer === undefined || inner === undefined || size === undefined || size === -1) return []
  const parents = new Map<Cell, Cell>()
  for (const row of rows) {
    const [above = null, own = null, value = null] = [row[outer], row[inner], row[size]]
    if ((parents.get(own) ?? above) !== above || (typeof value === 'number' && value < 0)) return []
    parents.set(own, above)
  }
  const groups = new Set(parents.values()).size
  return parents.size >= LEAST_TILES && groups > 1 && groups < parents.size ? [options] : []
}

/**
 * Prepares the tiles of one level, or the reason as a sentence if there are none.
 * @param path values of the outer levels; empty for the outermost level
 */
export function prepare(data: GroupData, options: TreemapOptions, formats: Formats, path: readonly Cell[]): Prepared {
  const reason = problem(options, data.columns)
  if (reason !== null) return { kind: 'nothing', reason }
  const levels = levelsOf(options)
  const depth = Math.min(path.length, levels.length - 1)
  const above = path.slice(0, depth)
  const set = data.sets[depth]
  if (!set || data.total === 0) return { kind: 'nothing', reason: i18n._('No data') }
  const writers = levels.map((level, at) => {
    const column = data.columns.find(({ name }) => name === level)
    return columnLabels(data.sets[at]?.keys[at] ?? [], column, formats)
  })
  const rows = (set.measures[0] ?? []).flatMap((size, row) => {
    const keys = set.keys.map((values) => values[row] ?? null)
    if (above.some((value, at) => keys[at] !== value)) return []
    return [{ keys, size: toNumber(size), color: toNumber(set.measures[1]?.[row] ?? null) }]
  })
  const sized = rows.flatMap(({ size, ...row }) => (size !== null && size > 0 ? [{ ...row, size }] : []))
  sized.sort((a, b) => b.size - a.size)
  const total = sized.reduce((sum, { size }) => sum + size, 0)
  if (sized.length === 0 || !Number.isFinite(total)) return { kind: 'nothing', reason: emptyReason(rows, options) }
  const limit = tileLimit(options)
  // One tile alone needs no other name.
  const shown = sized.length <= limit + 1 ? sized : sized.slice(0, limit)
  const rest = sized.slice(shown.length)
  const tiles = shown.map(
    ({ keys, size, color }): Tile => ({
      name: writers[depth]?.(keys[depth] ?? null) ?? '',
      value: size,
      share: size / total,
      color,
      path: depth < levels.length - 1 ? keys : null,
      isRest: false,
      mark: markOfPath(levels, keys),
    }),
  )
  if (rest.length > 0) {
    const value = rest.reduce((sum, { size }) => sum + size, 0)
    const name = i18n._('Other ({count})', { count: figureText(rest.length, formats.numberMarks) })
    const isSmall = new Set(rest.map(({ keys }) => keys[depth] ?? null))
    const others = rows.map(({ keys }) => keys[depth] ?? null).filter((key) => !isSmall.has(key))
    const where = above.map((key, at) => hasValue(levels[at] ?? '', key))
    const mark = markOfSeveral(levels[depth] ?? '', [...isSmall], others, where)
    tiles.push({ name, value, share: value / total, color: null, path: null, isRest: true, mark })
  }
  const colors = tiles.flatMap(({ color }) => (color === null ? [] : [color]))
  return {
    kind: 'tiles',
    tiles,
    crumbs: above.map((value, at) => writers[at]?.(value) ?? ''),
    range: options.colorColumn === null || colors.length === 0 ? null : { low: Math.min(...colors), high: Math.max(...colors) },
    note: noteOf(
      rows.map(({ size }) => size),
      set.total - (set.measures[0]?.length ?? 0),
    ),
  }
}

function emptyReason(rows: readonly { size: number | null }[], { sizeColumn }: TreemapOptions): string {
  if (rows.length === 0) return i18n._('No data')
  const [hasNumbers, hasPositive] = [rows.some(({ size }) => size !== null), rows.some(({ size }) => (size ?? 0) > 0)]
  if (hasPositive) return i18n._('The sum of the sizes is too large a number.')
  return hasNumbers
    ? i18n._('No size is above zero, so there is nothing to draw.')
    : i18n._('There are no numbers in “{column}”.', { column: sizeColumn ?? '' })
}

function noteOf(sizes: readonly (number | null)[], omitted: number): string | null {
  const below = sizes.filter((size) => size !== null && size < 0).length
  const without = sizes.filter((size) => size === null || size === 0).length
  const notes = joinedNotes([
    below > 0 &&
      i18n._('{below, plural, one {# group with a size below zero} other {# groups with a size below zero}}', { below }),
    without > 0 && i18n._('{without, plural, one {# group without a size} other {# groups without a size}}', { without }),
    omitted > 0 &&
      i18n._('{omitted, plural, one {# group that is the smallest of all} other {# groups that are the smallest of all}}', {
        omitted,
      }),
  ])
  return notes === null ? null : i18n._('Not drawn: {notes}', { notes })
}

/** A size or an average as the tiles write it. */
export const valueText = (value: number, { numberFormat }: TreemapOptions, { numberMarks }: Formats): string =>
  formatNumber(value, numberFormat, numberMarks) ?? figureText(value, numberMarks)

/** A tile in words: its name and size as the tile shows them, its share, and the average that decides its colour. */
export function tileText({ name, value, share, color }: Tile, options: TreemapOptions, formats: Formats): string {
  const percent = formatNumber(share, '0[.]0%', formats.numberMarks)
  const own = `${name} ${valueText(value, options, formats)}, ${percent}`
  if (color === null || options.colorColumn === null) return own
  const average = { column: options.colorColumn, average: valueText(color, options, formats) }
  return i18n._('{own}, {column} {average} on average', { own, ...average })
}

/** Describes all tiles as text for screen readers; each tile has a text of its own. */
export function describe(name: string, { tiles, crumbs }: Tiles, { levels, sizeColumn }: TreemapOptions): string {
  const level = levels[crumbs.length] ?? ''
  const size = sizeColumn === null ? i18n._('the number of rows') : sizeColumn
  const texts = { name, size, level, within: crumbs.join(', '), count: tiles.length }
  return crumbs.length === 0
    ? i18n._('{name}. Treemap of {size} by {level}, {count, plural, one {# tile} other {# tiles}}.', texts)
    : i18n._('{name}. Treemap of {size} by {level} in {within}, {count, plural, one {# tile} other {# tiles}}.', texts)
}
