import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import duckdb from '../../../runners/duckdb/index.ts'
import { never } from '../../../testing/never.ts'
import { rowsOf } from '../../../testing/rows-of.ts'
import { buildSampleDatabase } from '../../data-sources/sample-file.ts'
import { sampleDashboard } from './dashboard.ts'
import { sampleTables } from './data.ts'
import { sampleQueries } from './queries.ts'

let folder = ''
let dbpath = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'sightline-sample-'))
  dbpath = join(folder, 'sample.duckdb')
  await buildSampleDatabase(dbpath)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ask = async (text: string) => {
  const result = await duckdb.run(text, { config: { dbpath }, signal: never, tempDir: folder })
  return { columns: result.columns, rows: await rowsOf(result) }
}

describe('the sample database', () => {
  it('is a single file without temporary files', () => {
    expect(readdirSync(folder)).toEqual(['sample.duckdb'])
  })

  it('contains all tables with rows, and names that need no quotes', async () => {
    const schema = (await duckdb.getSchema?.({ config: { dbpath }, signal: never })) ?? []
    expect(schema.map(({ name }) => name)).toEqual(Object.keys(sampleTables).sort())
    for (const { name, size, columns } of schema) {
      expect([name, size]).toEqual([name, expect.toSatisfy((rows: number) => rows > 100)])
      for (const column of columns) expect(column.name).toMatch(/^[a-z][a-z_]*$/)
    }
    expect(schema.find(({ name }) => name === 'flights')?.size).toBe(3_000_000)
  })

  it('keeps dates as dates and numbers as numbers', async () => {
    const { rows } = await ask(
      `SELECT table_name || '.' || column_name FROM duckdb_columns()
       WHERE data_type = 'VARCHAR' AND regexp_matches(column_name, '(date|month|year|_at|_on|_min|_km|_usd|magnitude)$') ORDER BY 1`,
    )
    expect(rows).toEqual([])
  })
})

describe.each(sampleQueries)('the sample query "$name"', ({ query, description, tags, visualizations }) => {
  it('returns the columns that its visualizations show', async () => {
    const { columns, rows } = await ask(query)
    const names = columns.map(({ name }) => name)
    expect(visualizations).not.toEqual([])
    for (const { type, options } of visualizations) {
      const mapping = Object(options.columnMapping)
      if (type === 'COUNTER') expect(names).toContain(options.counterColName)
      else expect(Object.values(mapping)).toEqual(expect.arrayContaining(['x', 'y']))
      expect(names).toEqual(expect.arrayContaining(Object.keys(mapping)))
      expect(rows.length).toBeGreaterThan(type === 'COUNTER' ? 0 : 5)
    }
  })

  it('is described and tagged', () => {
    expect(description).toMatch(/\.$/)
    expect(tags).not.toEqual([])
  })
})

describe('the sample dashboard', () => {
  it('shows sample queries, without gaps or overlaps on the six-column grid', () => {
    const drawn = sampleQueries.flatMap(({ name, visualizations }) =>
      ['Table', ...visualizations.map((one) => one.name)].map((one) => `${name}: ${one}`),
    )
    const taken = new Set<string>()
    for (const widget of sampleDashboard.widgets) {
      if ('query' in widget) expect(drawn).toContain(`${widget.query}: ${widget.visualization}`)
      const { col, row, sizeX, sizeY } = widget.place
      for (let x = col; x < col + sizeX; x++) for (let y = row; y < row + sizeY; y++) taken.add(`${x} ${y}`)
    }
    const area = sampleDashboard.widgets.reduce((sum, { place }) => sum + place.sizeX * place.sizeY, 0)
    const height = Math.max(...sampleDashboard.widgets.map(({ place }) => place.row + place.sizeY))
    expect([taken.size, area]).toEqual([6 * height, 6 * height])
  })
})
