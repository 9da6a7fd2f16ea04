import type { GroupsRequest } from '@sightline/contract/result-groups.ts'
import { type AskedBins, type Bins, binsOf, keysOutside, widthOf } from '@sightline/domain/grouping/bins.ts'
import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Column, Storage } from './batch.ts'
import { invalid, noColumn } from './invalid-read.ts'
import { numberSql } from './measure-sql.ts'
import { sqlColumns } from './result-table.ts'
import type { Key } from './time-units.ts'

/** The least and the greatest value of an expression in the rows that are grouped; null if it has none. */
type RangeOf = (number: string) => Promise<readonly [least: number, greatest: number] | null>

interface Division {
  bins: Bins
  /** The value by which rows are grouped. */
  key: Key
}

const withoutNumbers = new Set<Storage['kind']>(['boolean', 'date', 'timestamp', 'instant'])

/**
 * The divisions of columns into ranges of numbers, by the index of their column and in the order in which they were requested.
 * @throws AppError `invalid_input` if a column does not exist or has no numbers
 */
export async function numberDivisions(
  columns: readonly Column[],
  asked: GroupsRequest['bins'],
  rangeOf: RangeOf,
): Promise<Map<number, Division>> {
  const inSql = sqlColumns(columns)
  const divisions = new Map<number, Division>()
  for (const { column: index, ...division } of asked ?? []) {
    const [column, sql] = [columns[index], inSql[index]]
    if (!column || !sql) throw noColumn(index, columns.length)
    if (withoutNumbers.has(column.storage.kind))
      throw invalid(i18n._('Column "{name}" has no numbers to divide into ranges.', { name: column.name }))
    const number = numberSql(sql)
    const bins = binsOf(await rangeOf(number), division, column.type === 'integer')
    divisions.set(index, { bins, key: { value: keySql(number, bins, division), storage: { kind: 'double' } } })
  }
  return divisions
}

/** The arithmetic of `binKeys`, in SQL. */
function keySql(number: string, bins: Bins, { from, below }: AskedBins): string {
  const { digits, factor, divisor } = widthOf(bins.width)
  const { before, after } = keysOutside(bins)
  const largest = double(Number.MAX_VALUE)
  const edge = (place: string) => {
    const exact = `(${place}) * ${double(digits)} / ${double(divisor)} * ${double(factor)}`
    return factor < HUGE ? `(${exact} + 0)` : `(greatest(-${largest}, least(${exact}, ${largest})) + 0)`
  }
  const near = `floor((${number}) / ${double(factor)} * ${double(divisor)} / ${double(digits)})`
  const cases = [
    // DuckDB's `least` and `greatest` would ignore the null.
    `WHEN (${number}) IS NULL THEN NULL`,
    ...(from === undefined ? [] : [`WHEN (${number}) < ${double(from)} THEN ${double(before)}`]),
    ...(below === undefined ? [] : [`WHEN (${number}) >= ${double(below)} THEN ${double(after)}`]),
    `WHEN (${number}) >= ${edge(`${near} + 1`)} THEN ${edge(`${near} + 1`)}`,
    `WHEN (${number}) < ${edge(near)} THEN ${edge(`${near} - 1`)}`,
  ]
  return `CASE ${cases.join(' ')} ELSE ${edge(near)} END`
}

/** Edges of narrower ranges cannot overflow: there are at most 2^46 of them on either side of zero. */
const HUGE = 1e290

/** A number as a literal: with an exponent it is a double, otherwise it would be a decimal or an integer. */
const double = (number: number): string => `(${number.toExponential()})`
