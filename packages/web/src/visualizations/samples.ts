import type { Cell, ColumnType } from '@sightline/contract/results.ts'
import { defaultTileLayers } from '@sightline/domain/maps/tile-layers.ts'
import type { RowSource, SourceColumn } from '../ui/data-table/row-source.ts'
import { cellData, groupsInMemory } from './result-data.ts'
import type { ColumnData, Formats, Needs, ResultData } from './visualization.ts'

/** A visualization with its result, for tests and the gallery. */
export interface Sample {
  title: string
  options: Record<string, unknown>
  columns: SourceColumn[]
  rows: Cell[][]
  /** Rows in the result if `rows` is a sample of them; null if it contains all. */
  total: number | null
}

/** Creates a column of a sample. */
export const column = (name: string, type: ColumnType | null, source_type = ''): SourceColumn => ({ name, type, source_type })

/** Deterministic random numbers between 0 and 1 (Lehmer generator, multiplier 16807). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 16807) % 2147483647
    return state / 2147483647
  }
}

/** Returns the data that a visualization needs from a sample. */
export function sampleData(sample: Sample, needs: Needs): ResultData {
  const { columns, rows } = sample
  if (needs.kind === 'windows') return { kind: 'windows', source: sourceOf(sample) }
  if (needs.kind === 'groups') return groupsInMemory(columns, rows, needs)
  if (needs.kind === 'cells') return cellData(columns, rows.length, needs, (place) => rows[place] ?? [])
  const indexes = needs.columns
    .map((name) => columns.findIndex((candidate) => candidate.name === name))
    .filter((index) => index >= 0)
  const data: ColumnData = {
    kind: 'columns',
    columns: indexes.flatMap((index) => columns[index] ?? []),
    total: sample.total ?? rows.length,
    shown: rows.length,
    values: indexes.map((index) => rows.map((row) => row[index] ?? null)),
  }
  return data
}

function sourceOf(sample: Sample): RowSource {
  const { title, columns, rows } = sample
  return {
    key: title,
    columns,
    rowCount: rows.length,
    sample: rows,
    load: async ({ offset, limit, sort }) => {
      const sorted = sort.length === 0 ? rows : rows.toSorted((a, b) => compareRows(a, b, sort))
      return { total: rows.length, rows: sorted.slice(offset, offset + limit) }
    },
    totals: async (measures) => {
      const needs = measures.map(({ kind, column }) => ({
        kind,
        column: column === null ? null : (columns[column]?.name ?? null),
      }))
      const { sets } = groupsInMemory(columns, rows, { kind: 'groups', sets: [[]], measures: needs, limit: 1, without: [] })
      return sets[0]?.measures.map(([cell = null]) => cell) ?? []
    },
    search: (text, within) => {
      const found = rows.filter((row) => within.some((place) => String(row[place] ?? '').includes(text)))
      return sourceOf({ ...sample, title: `${title} ${text}`, rows: found })
    },
  }
}

function compareRows(a: readonly Cell[], b: readonly Cell[], sort: readonly { column: number; descending: boolean }[]): number {
  for (const { column: index, descending } of sort) {
    const [left, right] = [a[index] ?? '', b[index] ?? '']
    const order =
      typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right))
    if (order !== 0) return descending ? -order : order
  }
  return 0
}

/** The formats of a new installation, for tests and the gallery. */
export const sampleFormats: Formats = {
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  numberMarks: { thousands: ',', decimal: '.' },
  timeZone: 'UTC',
  nullText: '—',
  tableCellMaxJSONSize: 50_000,
  allowsCustomCode: false,
  chartColors: [],
  mapTiles: defaultTileLayers,
}
