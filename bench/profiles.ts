import type { BriefProfiles } from '@sightline/contract/result-profiles.ts'
import { runQuery } from './executions.ts'
import { median, type Row, time } from './measure.ts'
import type { Product } from './product.ts'
import { explored, row } from './results.ts'
import { onWide } from './wide.ts'

const COLUMNS = 30
/** The web app asks for so many first. */
const FIRST = 3
/** Profiles are kept for each time zone, so each of these has them computed. */
const TIME_ZONES = ['UTC', 'Europe/Berlin', 'Asia/Tokyo', 'America/New_York', 'Asia/Kolkata']

/** Measures the profiles in the heads of a table of a million rows, and a step of an exploration. */
export async function benchProfiles(product: Product): Promise<Row[]> {
  return onWide(product, async ({ source }) => {
    const { window } = await runQuery(product, source, 'SELECT w.*, w.*, w.* FROM wide w')
    const { id, columns } = window.result
    if (window.total !== 1_000_000 || columns.length !== COLUMNS)
      throw new Error(`Expected a million rows of ${COLUMNS} columns, got ${window.total} of ${columns.length}.`)
    // The first read of a process starts the engine.
    await product.get(`/api/query_results/${id}/window?limit=100&offset=500000`)
    const figures = { first: [] as number[], all: [] as number[], again: [] as number[], filtered: [] as number[] }
    for (const timeZone of TIME_ZONES) {
      const rounds = [range(0, FIRST), range(FIRST, COLUMNS)]
      const taken: number[] = []
      for (const asked of rounds) taken.push(await time(() => profiles(product, id, asked, timeZone)))
      figures.first.push(taken[0] ?? 0)
      figures.all.push(taken.reduce((sum, ms) => sum + ms, 0))
      figures.again.push(await time(() => profiles(product, id, range(0, COLUMNS), timeZone)))
      figures.filtered.push(await time(() => profiles(product, id, range(0, COLUMNS), timeZone, 'note 4')))
    }
    return [
      row(`profiles of ${FIRST} columns of 1,000,000 rows, median`, median(figures.first), 100),
      row(`profiles of ${COLUMNS} columns of 1,000,000 rows in two requests, median`, median(figures.all), 1000),
      row(`the same again, median`, median(figures.again), 50),
      row(`profiles of ${COLUMNS} columns of the rows with a text, median`, median(figures.filtered), 1000),
      ...(await explored(product, id)),
    ]
  })
}

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

async function profiles(product: Product, id: number, columns: number[], timeZone: string, search = ''): Promise<void> {
  const asked = new URLSearchParams({
    columns: columns.join(),
    time_zone: timeZone,
    ...(search && { search, search_columns: '9' }),
  })
  const found = await product.get<BriefProfiles>(`/api/query_results/${id}/profiles?${asked}`)
  if (found.length !== columns.length) throw new Error(`Expected ${columns.length} profiles, got ${found.length}.`)
}
