import { fillIn } from '@sightline/domain/parameters/fill-in.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOSTILE_VALUES } from '../../testing/hostile-values.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type SqlServerStub, type StubAnswer, startSqlServerStub } from '../../testing/sql-server-stub.ts'
import { failureOf } from '../conformance/runs.ts'
import mssql from '../mssql/index.ts'
import mssqlOdbc from '../mssql-odbc/index.ts'
import type { AnyRunner } from '../runner.ts'

let stub: SqlServerStub
/** The answer to the next queries. */
let answer: (text: string) => StubAnswer

/** `nvarchar` that holds the first value of a call. */
const echo = (value: string): StubAnswer => ({
  columns: [
    {
      name: 'a',
      type: Buffer.from([0xe7, 0x40, 0x1f, 0x09, 0x04, 0xd0, 0x00, 0x34]),
      write: (text) => {
        const content = Buffer.from(String(text), 'utf16le')
        return Buffer.concat([Buffer.from([content.length & 0xff, content.length >> 8]), content])
      },
    },
  ],
  rows: [[value]],
})

beforeAll(async () => {
  stub = await startSqlServerStub('open sesame', (text, values) => {
    // The driver sets the options of its session first.
    if (/^\s*set\b/i.test(text)) return 'done'
    return answer(text) === 'done' ? echo(values['@sightline_1'] ?? 'as written') : answer(text)
  })
})
afterAll(() => stub.close())

async function run(text: string, { runner = mssql, bindsTexts = true }: { runner?: AnyRunner; bindsTexts?: boolean } = {}) {
  const options = { server: '127.0.0.1', port: stub.port, user: 'sa', password: 'open sesame', db: 'shop', verify_ssl: false }
  const config = runner.config.parse(options)
  stub.calls.length = 0
  return rowsOf(await runner.run(text, { config, signal: never, tempDir: '/nowhere', bindsTexts }))
}

const CITY = { name: 'city', type: 'text', passAsValue: true }
const filled = (text: string, city: string) => fillIn(text, [CITY], { city }, 'transactsql')

describe('texts that are bound in SQL Server (PARAM-73)', () => {
  it.each([mssql, mssqlOdbc])('reach the server apart from the statement, whatever they are ($type)', async (runner) => {
    answer = () => 'done'
    const possible = [...HOSTILE_VALUES.filter((value) => !/\r(?!\n)|\\\r?\n|\0/.test(value)), 'x'.repeat(5000)]
    const conditions = possible.map((value, index) =>
      filled(`WHERE b = ${index % 2 ? '{{ city }}' : "'{{ city }}'"}`, value).replace('WHERE', ''),
    )
    await run(`SELECT a FROM t WHERE ${conditions.join(' OR ')}`, { runner })
    const [call] = stub.calls
    expect(Object.values(call?.values ?? {})).toEqual(possible)
    expect(call?.statement).toMatch(/^SELECT a FROM t WHERE ( b = CAST\(@sightline_\d+ AS varchar\((\d+|max)\)\)\s*( OR )?)+$/)
    expect(call?.declarations.split(', ')).toHaveLength(possible.length)
  })

  it('have the type of the literals that they stand for, and keep lines and names of columns', async () => {
    answer = () => 'done'
    await run("SELECT 'x' AS a, 'y' FROM t WHERE b = 'two\nlines' AND c IN ('', 'Zürich')")
    expect(stub.calls).toEqual([
      {
        statement: [
          "SELECT 'x' AS a, 'y' FROM t WHERE b = CAST(@sightline_1 AS varchar(27))",
          ' AND c IN (CAST(@sightline_2 AS varchar(1)), CAST(@sightline_3 AS varchar(18)))',
        ].join('\n'),
        declarations: '@sightline_1 nvarchar(9), @sightline_2 nvarchar(1), @sightline_3 nvarchar(6)',
        values: { '@sightline_1': 'two\nlines', '@sightline_2': '', '@sightline_3': 'Zürich' },
      },
    ])
  })

  it.each([
    ['several statements', "USE shop; SELECT a FROM t WHERE b = 'c'"],
    ['variables', "SELECT a FROM t WHERE b = 'c' AND @@SPID > 0"],
    ['a new table', "SELECT a INTO #x FROM t WHERE b = 'c'"],
    ['changes behind WITH', "WITH x AS (SELECT 1 AS n) DELETE FROM t WHERE b = 'c'"],
    ['changes', "UPDATE t SET a = 'b'"],
    ['line breaks after a backslash', "SELECT a FROM t WHERE b = 'c\\\nd'"],
    ['letters before the quotes', "SELECT a FROM t WHERE b = N'c'"],
  ])('stay in a text with %s', async (_, text) => {
    answer = () => 'done'
    expect(await run(text)).toEqual([['as written']])
    expect(stub.calls).toEqual([])
  })

  it('stay in a query that is not to be bound', async () => {
    answer = () => 'done'
    expect(await run("SELECT a FROM t WHERE b = 'c'", { bindsTexts: false })).toEqual([['as written']])
  })

  it('are sent in quotes if the server does not take them, with the error of the query as it is written', async () => {
    const text = "SELECT colour FROM t WHERE b = 'c'"
    answer = (asked) => (asked === text ? 'done' : { error: 'An argument must be a literal.', number: 8116, line: 1 })
    expect(await run(text)).toEqual([['as written']])
    answer = () => ({ error: "Invalid column name 'colour'.", number: 207, line: 1 })
    const failure = await failureOf(run(text))
    expect(failure).toMatchObject({ message: `Invalid column name 'colour'.\nLINE 1: ${text}`, position: 1 })
    expect(stub.calls).toHaveLength(1)
  })
})
