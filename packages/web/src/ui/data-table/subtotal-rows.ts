import { t } from '@lingui/core/macro'
import type { Cell } from '@sightline/contract/results.ts'
import { countText } from '@sightline/domain/format/units.ts'
import type { ColumnGroups } from '@sightline/domain/table-columns/subtotals.ts'
import type { RowSource } from './row-source.ts'
import type { SubtotalLine } from './table-lines.ts'

/** The groups of a table, in the order of its rows. */
interface Subtotals {
  /** Index of the column by which the rows are sorted first. */
  column: number
  groups: ColumnGroups
  /** The columns with a total, one for each of the measures of `groups`. */
  totals: readonly { index: number; format(cell: Cell): string }[]
  /** The keys of groups whose rows are hidden. */
  collapsed: readonly Cell[]
  /** Names a group. */
  nameOf(key: Cell): string
}

const keyName = (key: Cell) => JSON.stringify(key)

/** Lines of subtotals among rows, also those that an earlier source with the same key has made: a table keeps them. */
const subtotalLines = new WeakSet<readonly Cell[]>()

/** Rows further apart than this are loaded separately. */
const MAX_GAP = 400

/** A source with a line after each group of rows; the rows must be sorted by the column of the groups first. */
export function withSubtotals(source: RowSource, { column, groups, totals, collapsed, nameOf }: Subtotals): RowSource {
  const hidden = new Set(collapsed.map(keyName))
  const places = placesOf(groups, hidden)
  const rowCount = groups.counts.reduce((sum, count) => sum + count, 0)
  const lineCount = places.length === 0 ? 0 : endOf(places.at(-1))
  const lines = new Map<string, SubtotalLine>()
  const made = groups.keys.map((key, at) => {
    const cells: Cell[] = source.columns.map(() => null)
    const name = nameOf(key)
    const isCollapsed = hidden.has(keyName(key))
    const texts = new Map([
      [column, isCollapsed ? `${name} · ${countText(groups.counts[at] ?? 0, 'row')}` : t`${name} Total`],
      ...totals.map(({ index, format }, measure) => [index, format(groups.measures[measure]?.[at] ?? null)] as const),
    ])
    for (const [measure, { index }] of totals.entries()) cells[index] = groups.measures[measure]?.[at] ?? null
    cells[column] = key
    lines.set(keyName(key), { key, name, isCollapsed, texts })
    subtotalLines.add(cells)
    return cells
  })
  const at = (line: number) => places[indexAt(places, line)]
  return {
    ...source,
    key: `${source.key} ${JSON.stringify(['subtotals', column, collapsed])}`,
    rowCount: lineCount,
    lines: {
      subtotalOf: (cells) => (subtotalLines.has(cells) ? (lines.get(keyName(cells[column] ?? null)) ?? null) : null),
      firstLineOf: (key) => places[groups.keys.indexOf(key)]?.firstLine ?? 0,
      rowNumber(line) {
        const place = at(line)
        return place === undefined ? line + 1 : place.firstRow + line - place.firstLine + 1
      },
    },
    async load({ offset, limit, sort }, signal) {
      const end = Math.min(offset + limit, lineCount)
      // For each line the row that it shows, or the group of its subtotal.
      const wanted = Array.from({ length: Math.max(0, end - offset) }, (_, place) => {
        const group = indexAt(places, offset + place)
        const { firstLine, firstRow, shown } = places[group] ?? nowhere
        const inside = offset + place - firstLine
        return inside < shown ? { row: firstRow + inside } : { group }
      })
      const runs = runsOf(wanted.flatMap((line) => (line.row === undefined ? [] : [line.row])))
      const loaded = await Promise.all(
        runs.map(([from, to]) => source.load({ offset: from, limit: to - from + 1, sort }, signal)),
      )
      const rows = new Map(
        runs.flatMap(([from], run) => (loaded[run]?.rows ?? []).map((cells, place) => [from + place, cells] as const)),
      )
      source.onRowCount?.({ rows: rowCount, isExact: true })
      return {
        total: lineCount,
        rows: wanted.map((line) => (line.row === undefined ? made[line.group] : rows.get(line.row)) ?? []),
      }
    },
    // The lines are known from the beginning.
    count: () => Promise.resolve(lineCount),
    onRowCount: () => {},
  }
}

/** The lines of a group: its rows, unless they are hidden, and the subtotal. */
interface GroupPlace {
  firstLine: number
  firstRow: number
  /** Number of rows that are shown. */
  shown: number
}

const nowhere: GroupPlace = { firstLine: 0, firstRow: 0, shown: 0 }
const endOf = ({ firstLine, shown } = nowhere) => firstLine + shown + 1

function placesOf({ keys, counts }: ColumnGroups, hidden: ReadonlySet<string>): GroupPlace[] {
  const places: GroupPlace[] = []
  let firstLine = 0
  let firstRow = 0
  for (const [at, key] of keys.entries()) {
    const count = counts[at] ?? 0
    const place = { firstLine, firstRow, shown: hidden.has(keyName(key)) ? 0 : count }
    places.push(place)
    firstLine = endOf(place)
    firstRow += count
  }
  return places
}

/** The index of the group that a line belongs to. */
function indexAt(places: readonly GroupPlace[], line: number): number {
  let low = 0
  let high = places.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((places[middle]?.firstLine ?? 0) <= line) low = middle
    else high = middle - 1
  }
  return low
}

/** Ranges of rows, both ends included, that contain all of these ascending ones and few others. */
function runsOf(rows: readonly number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const row of rows) {
    const last = runs.at(-1)
    if (last && row - last[1] <= MAX_GAP) last[1] = row
    else runs.push([row, row])
  }
  return runs
}
