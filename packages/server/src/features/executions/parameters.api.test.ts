import { type Job, JobStatus } from '@sightline/contract/executions.ts'
import type { Query } from '@sightline/contract/queries.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDataSource, buildQuery } from '../../testing/builders.ts'
import { clientOf } from '../../testing/client.ts'
import { never } from '../../testing/never.ts'
import { type Person, startTestServer, type TestServer } from '../../testing/server.ts'
import { find } from '../queries/service.ts'
import { organizations } from '../settings/tables.ts'
import { scheduledText } from './parameters.ts'
import { executions } from './tables.ts'

let server: TestServer
let ada: Person
let source: number

beforeAll(async () => {
  server = await startTestServer()
  ada = await server.person({ name: 'Ada' })
  source = (await buildDataSource(server)).id
})
afterAll(() => server.close())

const unfit = (names: string) => ({
  status: 400,
  body: { message: `The following parameter values are incompatible with their definitions: ${names}` },
})
const missing = (names: string) => ({
  status: 400,
  body: { job: { status: JobStatus.failed, error: `Missing parameter value for: ${names}` } },
})

/** A query with one parameter, and a function that runs it. */
async function runnerOf(query: string, ...parameters: object[]) {
  const { id } = await buildQuery(ada, { data_source_id: source, query, options: { parameters } })
  return {
    id,
    run: (values: object) => ada.post(`/api/queries/${id}/results`, { parameters: values, max_age: 0, wait: 20_000 }),
  }
}
const rows = (...cells: unknown[]) => ({ status: 200, body: { window: { rows: [cells] } } })

/** A valid value of each type, and how it is written into the text. */
const good: Record<string, { definition: object; value: unknown; text: string }> = {
  text: { definition: { type: 'text' }, value: 'a "b" é {{ c }}', text: 'a "b" é {{ c }}' },
  'text-pattern': { definition: { type: 'text-pattern', regex: '[a-z]{3}' }, value: 'abc', text: 'abc' },
  number: { definition: { type: 'number' }, value: ' +01.50 ', text: '1.5' },
  enum: { definition: { type: 'enum', enumOptions: 'a\nb' }, value: 'b', text: 'b' },
  date: { definition: { type: 'date' }, value: '2024-02-29T10:00', text: '2024-02-29T10:00' },
  'datetime-local': { definition: { type: 'datetime-local' }, value: '2024-02-29', text: '2024-02-29' },
  'datetime-with-seconds': {
    definition: { type: 'datetime-with-seconds' },
    value: '2024-02-29 10:11:12',
    text: '2024-02-29 10:11:12',
  },
}
const wrong = [null, true, [], ['a'], {}, { start: 'x', end: 'y' }, { name: 'p' }]
const hostile = ["'; drop table x; --", '{{', '}}', '{{ p }}', '1 or 1=1', '\u202e𝒳', '1'.repeat(1_000_000)]

describe('the values of a saved query', () => {
  it.each(Object.entries(good))(
    'of type %s are written into the text in the format of their type (PARAM-42, OPEN-35)',
    async (type, one) => {
      const { run } = await runnerOf("select '{{ p }}' as p", { name: 'p', ...one.definition })
      expect(await run({ p: one.value })).toMatchObject(rows(one.text))
      for (const value of wrong) expect(await run({ p: value }), JSON.stringify(value)).toMatchObject(unfit('p'))
      if (type !== 'text')
        for (const value of ['', ...hostile]) expect(await run({ p: value }), value.slice(0, 20)).toMatchObject(unfit('p'))
    },
  )

  it.each(['date-range', 'datetime-range', 'datetime-range-with-seconds'])(
    'of type %s must have exactly a start and an end (PARAM-42, PARAM-29)',
    async (type) => {
      const { run } = await runnerOf("select '{{ p.start }}'::timestamp < '{{ p.end }}'::timestamp as p", { name: 'p', type })
      expect(await run({ p: { start: '2024-01-01', end: '2024-01-02' } })).toMatchObject(rows(true))
      for (const end of [...wrong, ...hostile, ''])
        expect(await run({ p: { start: '2024-01-01', end } })).toMatchObject(unfit('p'))
      for (const value of [...wrong, ...hostile, '', 'd_today', { start: '2024-01-01' }])
        expect(await run({ p: value })).toMatchObject(unfit('p'))
    },
  )

  it('are all named if they are undeclared or unfit (OPEN-35)', async () => {
    const { run } = await runnerOf('select {{ n }} as n', { name: 'n', type: 'number' })
    expect(await run({ n: 'x', other: 1 })).toMatchObject(unfit('n, other'))
  })

  it('are named if they are missing (OPEN-35)', async () => {
    const parameters = [
      { name: 'n', type: 'number', value: 3 },
      { name: 'r', type: 'date-range' },
    ]
    const { run } = await runnerOf("select {{ n }}, '{{ r.start }}', '{{ r.end }}'", ...parameters)
    expect(await run({})).toMatchObject(missing('n, r.start, r.end'))
    expect(await run({ n: 1 })).toMatchObject(missing('r.start, r.end'))
  })

  it('are not reported as missing for an invalid name, but the name itself is (PARAM-03, OPEN-35)', async () => {
    const refused = (error: string) => ({ status: 400, body: { job: { status: JobStatus.failed, error } } })
    const dotted =
      '“x.y” cannot be the name of a parameter: a dot stands only before the start and the end of a range. Write “x_y” instead.'
    const { run } = await runnerOf('select {{ n }}, {{ x.y }}', { name: 'n', type: 'number' })
    expect(await run({ n: 1 })).toMatchObject(refused(dotted))
    const unsaved = (query: string, parameters: object = {}) =>
      ada.post('/api/query_results', { query, data_source_id: source, parameters, max_age: 0, wait: 20_000 })
    expect(await unsaved('select {{ x.y }}')).toMatchObject(refused(dotted))
    expect(await unsaved('select {{ __proto__ }}')).toMatchObject(
      refused('A parameter cannot be named __proto__. Choose another name.'),
    )
    expect(await unsaved("select '{{ unclosed' , '{{#open}} x'")).toMatchObject(
      refused("The {{ }} tags of the query do not match. “{{ unclosed' , '” is not closed."),
    )
    // For unsaved text, clients send objects with all of their keys.
    expect(await unsaved('select {{ x.y }} as n', { x: { y: 1 } })).toMatchObject(rows(1))
  })

  it('cannot block the server with a pattern that takes forever', async () => {
    const { run } = await runnerOf("select '{{ p }}' as p", { name: 'p', type: 'text-pattern', regex: '(a+)+' })
    expect(await run({ p: 'aaa' })).toMatchObject(rows('aaa'))
    expect(await run({ p: `${'a'.repeat(60)}!` })).toMatchObject(unfit('p'))
    const broken = await runnerOf("select '{{ p }}' as p", { name: 'p', type: 'text-pattern', regex: '(' })
    expect(await broken.run({ p: '(' })).toMatchObject(unfit('p'))
  })

  it('are only compared where a text is passed as a value, by everyone who may view the query (OPEN-191)', async () => {
    const text = "select name from (values ('O''Brien'), ('x')) t(name) where name = {{ p }} or name like '{{ p }}%'"
    const { id, run } = await runnerOf(text, { name: 'p', type: 'text', passAsValue: true })
    expect(await run({ p: "O'B" })).toMatchObject(rows("O'Brien"))
    for (const p of ["x' or '1'='1", '1 or 1=1', "'; drop table t; --", '\\'])
      expect(await run({ p })).toMatchObject({ status: 200, body: { window: { rows: [] } } })
    const elsewhere = await runnerOf('select 1 as n order by {{ p }}', { name: 'p', type: 'text', passAsValue: true })
    expect(await elsewhere.run({ p: 'n' })).toMatchObject({
      status: 400,
      body: {
        job: { error: 'Parameter p is passed as a value, but {{ p }} does not stand where the query expects one.' },
      },
    })
    // The key of a query opens safe ones only.
    const query = (await ada.get(`/api/queries/${id}`)).body as Query
    expect(query).toMatchObject({ is_safe: true, options: { parameters: [{ passAsValue: true }] } })
    const anyone = clientOf(server.url, () => ({ authorization: `Key ${query.api_key}` }))
    const asked = { parameters: { p: 'O' }, max_age: 0, wait: 20_000 }
    expect(await anyone.post(`/api/queries/${id}/results`, asked)).toMatchObject({ status: 200 })
    await ada.post(`/api/queries/${id}`, { options: { parameters: [{ name: 'p', type: 'text' }] } })
    expect(await anyone.post(`/api/queries/${id}/results`, asked)).toMatchObject({ status: 403 })
  })

  it('are bound, where the source can do that, by every run of a query that passes a text as a value (OPEN-202)', async () => {
    const text = "select name as value from (values ('a')) t(name) where name = {{ p }}"
    const definition = { name: 'p', type: 'text', passAsValue: true, value: 'a' }
    const bound = await runnerOf(text, definition)
    const spliced = await runnerOf("select 'b' as value where 'b' = '{{ p }}'", { name: 'p', type: 'text', value: 'b' })
    await bound.run({ p: 'a' })
    await spliced.run({ p: 'b' })
    const ofUnsaved = { query: text, parameters: { p: 'c' }, parameter_definitions: [definition], data_source_id: source }
    await ada.post('/api/query_results', { ...ofUnsaved, max_age: 0, wait: 20_000 })
    await ada.post(`/api/queries/${bound.id}/refresh?p_p=d`)
    const rows = await server.services.db
      .select({ query: executions.query, binds_texts: executions.binds_texts })
      .from(executions)
    const isBound = (value: string) => rows.filter(({ query }) => query.includes(`= '${value}'`)).map((row) => row.binds_texts)
    expect(['a', 'b', 'c', 'd'].map(isBound)).toEqual([[true], [false], [true], [true]])
  })

  it('are parameters of the engine in DuckDB, with the errors of texts in quotes (OPEN-212)', async () => {
    const text = "select current_query() as q where 'it''s' = {{ p }}"
    const passed = await runnerOf(text, { name: 'p', type: 'text', passAsValue: true })
    expect(await passed.run({ p: "it's" })).toMatchObject(rows(expect.stringContaining('where $1 = $2')))
    expect(await passed.run({ p: "' or true --" })).toMatchObject({ body: { window: { rows: [] } } })
    const failing = "select 1 as n where date '2026-01-31' = {{ p }}"
    const bound = await runnerOf(failing, { name: 'p', type: 'text', passAsValue: true })
    const quoted = await runnerOf(failing.replace('{{ p }}', "'{{ p }}'"), { name: 'p', type: 'text' })
    const failureOf = async ({ run }: typeof bound) => ((await run({ p: 'soon' })).body as { job: Job }).job
    const { error, error_position } = await failureOf(bound)
    expect(error).toContain('"soon"')
    expect(await failureOf(quoted)).toMatchObject({ error, error_position })
    expect(error_position).toBeGreaterThan(failing.indexOf('= {{'))
  })

  it('cannot turn a negative number into a comment', async () => {
    const { run } = await runnerOf('select 1 -{{ n }} as n', { name: 'n', type: 'number' })
    expect(await run({ n: -1 })).toMatchObject(rows(2))
  })
})

describe('an optional parameter', () => {
  it('drops its block if it is not set', async () => {
    const { run, id } = await runnerOf('select i from range(3) t(i) where true {{# n }} and i > {{ n }} {{/ n }} order by i', {
      name: 'n',
      type: 'number',
      optional: true,
    })
    const all = { status: 200, body: { window: { rows: [[0], [1], [2]] } } }
    for (const values of [{}, { n: null }, { n: '' }, { n: [] }]) expect(await run(values)).toMatchObject(all)
    expect(await run({ n: 0 })).toMatchObject({ status: 200, body: { window: { rows: [[1], [2]] } } })
    expect(await run({ n: 'x' })).toMatchObject(unfit('n'))
    expect((await ada.post(`/api/queries/${id}/refresh`)).status).toBe(200)
  })
})

describe('a scheduled run', () => {
  const now = new Date('2024-05-15T22:30:00Z')

  async function textOf(query: string, ...parameters: object[]): Promise<string> {
    const { id } = await buildQuery(ada, { data_source_id: source, query, options: { parameters } })
    const row = await find(server.services, id)
    if (!row) throw new Error('There is no such query.')
    const services = { ...server.services, now: () => now }
    return (await scheduledText(services, row.query, 'duckdb', never)).text
  }

  it('resolves dynamic dates in UTC, or in the time zone of the organization (OPEN-38)', async () => {
    const parameters = [
      { name: 'day', type: 'date', value: 'd_now' },
      { name: 'days', type: 'date-range', value: 'd_yesterday' },
    ]
    const query = '{{ day }} {{ days.start }} {{ days.end }}'
    expect(await textOf(query, ...parameters)).toBe('2024-05-15 2024-05-14 2024-05-14')
    const { db } = server.services
    const [before] = await db.select({ settings: organizations.settings }).from(organizations)
    await db.update(organizations).set({ settings: { ...before?.settings, time_zone: 'Asia/Tokyo' } })
    expect(await textOf(query, ...parameters)).toBe('2024-05-16 2024-05-15 2024-05-15')
    await db.update(organizations).set({ settings: before?.settings })
  })

  it('begins weeks on the first day of the week of the organization (PARAM-71)', async () => {
    const week = { name: 'week', type: 'date-range', value: 'd_this_week' }
    const { db } = server.services
    const [before] = await db.select({ settings: organizations.settings }).from(organizations)
    expect(await textOf('{{ week.start }}', week)).toBe('2024-05-12')
    await db.update(organizations).set({ settings: { ...before?.settings, week_start: 'Monday' } })
    expect(await textOf('{{ week.start }}', week)).toBe('2024-05-13')
    await db.update(organizations).set({ settings: before?.settings })
  })

  it('is refused if its stored values do not fit or are missing', async () => {
    await expect(textOf('{{ n }}', { name: 'n', type: 'number', value: 'x' })).rejects.toThrow(/incompatible .*: n$/)
    await expect(textOf('{{ n }}', { name: 'n', type: 'number', value: null })).rejects.toThrow(
      'Missing parameter value for: n',
    )
    expect(await textOf('a{{# n }}{{ n }}{{/ n }}', { name: 'n', type: 'number', optional: true })).toBe('a')
  })

  it('accepts an empty text that was chosen from a dropdown (PARAM-14)', async () => {
    const regions = await runnerOf("select * from (values ('north'), ('')) t(value)")
    await regions.run({})
    const region = { name: 'region', type: 'query', queryId: regions.id }
    expect(await textOf('[{{ region }}]', { ...region, value: '' })).toBe('[]')
    await expect(textOf('[{{ region }}]', { ...region, value: null })).rejects.toThrow('Missing parameter value')
  })
})
