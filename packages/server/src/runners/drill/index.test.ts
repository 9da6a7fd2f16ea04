import { describe, expect, it } from 'vitest'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { basic, json, stubbedSource } from '../../testing/stubbed-source.ts'
import { CANCELLED } from '../runner.ts'
import drill from './index.ts'

// Answers as Drill 1.22 has sent them; `npm run test:servers drill` runs the server itself.

const source = (answer: (call: StubCall, closed: AbortSignal) => StubAnswer | Promise<StubAnswer>) =>
  stubbedSource(
    drill,
    ({ url }) => ({ url, username: 'ada', password: 'a secret', allowed_schemas: " dfs.data, it's " }),
    answer,
  )

const ID = '14f4330a-3c30-49a5-c2a8-e6810d463913'
const begin = (columns: string[], types: string[]) =>
  `{"queryId":"${ID}"\n,"columns":${JSON.stringify(columns)}\n,"metadata":${JSON.stringify(types)}\n,"attemptedAutoLimit":0\n,"rows":[\n`
const end = (state: string) => `]\n,"queryState":"${state}"\n}\n`
const answerOf = (columns: Record<string, string>, rows: string[], state = 'COMPLETED') => ({
  body: `${begin(Object.keys(columns), Object.values(columns))}${rows.map((row, at) => `${at === 0 ? '' : ','}${row}\n`).join('')}${end(state)}`,
})
const failed = (errorMessage: string, stackTrace: string[] = []) =>
  json(`{"queryId":"${ID}"\n,"exception":"x"\n,"errorMessage":${JSON.stringify(errorMessage)}\n,"stackTrace":${JSON.stringify(stackTrace)}
,"queryState":"FAILED"\n}\n`)

describe('Drill', () => {
  it('reads values by the types that come before the rows, and lists by the first row (OPEN-570)', async () => {
    const columns = {
      n: 'BIGINT',
      d: 'VARDECIMAL(20, 18)',
      f: 'FLOAT4',
      x: 'FLOAT8',
      b: 'VARBINARY',
      day: 'DATE',
      at: 'TIMESTAMP',
    }
    const others = { time: 'TIME', list: 'BIGINT', days: 'DATE', doc: 'MAP' }
    const row = `{"n":9223372036854775807,"d":1E-18,"f":0.10000000149011612,"x":"NaN","b":"AP/e","day":1709164800000,"at":-1,
      "time":36672345,"list":[9007199254740993],"days":[0],"doc":{"a":0.12345678901234567890}}`.replace(/\n\s*/, '')
    const { read, stub } = await source(() => answerOf({ ...columns, ...others }, [row]))
    expect((await read('SELECT 1')).rows).toEqual([
      [
        ...[2n ** 63n - 1n, '0.000000000000000001', 0.1, Number.NaN, '00ffde', '2024-02-29', '1969-12-31T23:59:59.999'],
        ...['10:11:12.345', '[9007199254740993]', '["1970-01-01"]', '{"a":0.12345678901234567890}'],
      ],
    ])
    expect(stub.calls[0]).toMatchObject({ path: '/query.json', headers: { authorization: basic('ada', 'a secret') } })
    expect(JSON.parse(stub.calls[0]?.body ?? '').query).toMatch(/^-- Sightline [0-9a-f-]{36}\nSELECT 1$/)
  })

  it('says why a query has failed, at its place in the text that the user sees (OPEN-573)', async () => {
    const refused = async (message: string, text: string, trace: string[] = []) => {
      const { message: shown, position } = await (await source(() => failed(message, trace))).refusal(text)
      return [shown, position]
    }
    const text = 'SELECT 1,\n  colour'
    const missing = "From line 3, column 3 to line 3, column 8: Column 'colour' not found: Column 'colour' not found"
    expect(await refused(missing, text)).toEqual(["From line 2, column 3 to line 2, column 8: Column 'colour' not found", 13])
    const parser =
      'Caused by: org.apache.drill.exec.planner.sql.parser.impl.ParseException: Encountered "colour" at line 3, column 3.'
    expect(await refused('Encountered "colour" at line 2, column 3.', text, [parser, 'Was expecting:', '\tat x'])).toEqual([
      'Encountered "colour" at line 2, column 3.',
      13,
    ])
    const trace = ['ForemanException: x', '\tat a', 'Caused by: java.lang.RuntimeException: outer', '\tat b']
    const outer = 'Unexpected exception during fragment initialization: Error while applying rule X'
    expect(
      await refused(outer, text, [...trace, 'Caused by: java.lang.ArithmeticException: / by zero', '\t... 3 more']),
    ).toEqual(['ArithmeticException: / by zero', null])
    const data = 'DATA_READ ERROR: Error parsing JSON\n\nFile: a.json\nFragment: 0:0\n\n[Error Id: 1 on x:31010]'
    expect((await refused(data, text))[0]).toBe('DATA_READ ERROR: Error parsing JSON\nFile: a.json')
    expect((await refused('', text))[0]).toBe('Drill ended the query in the state FAILED, without a message.')
  })

  it('sends texts with a blank at their end as VARCHAR, and as they are written if that fails (OPEN-831)', async () => {
    const text = "SELECT 'it ', a\nFROM t WHERE b IN ('it''s ', 'c') AND b <> 'd'"
    const error = "From line 2, column 15 to line 2, column 15: Column 'a' not found in any table"
    const { refusal, stub } = await source(() => failed(error))
    expect(await refusal(text)).toMatchObject({ position: text.indexOf('a\n') + 1 })
    const sent = stub.calls.map(({ body }) => JSON.parse(body).query.replace(/^.*\n/, ''))
    const asVarchar = "SELECT CAST('it ' AS VARCHAR), a\nFROM t WHERE b IN (CAST('it''s ' AS VARCHAR), 'c') AND b <> 'd'"
    expect(sent).toEqual([asVarchar, text])
  })

  it('takes the reason of a query that has failed after some rows from its profile (OPEN-573)', async () => {
    const verboseError =
      'SYSTEM ERROR: Drill Remote Exception\n\n\n  (java.lang.NumberFormatException) no number\n    org.apache.x():93'
    const { refusal, stub } = await source(({ path }) =>
      path === '/query.json' ? answerOf({ n: 'INT' }, ['{"n":1}'], 'FAILED') : json({ state: 4, verboseError }),
    )
    expect((await refusal('SELECT 1')).message).toBe('NumberFormatException: no number')
    expect(stub.calls[1]?.path).toBe(`/profiles/${ID}.json`)
    const unknown = await source(({ path }) =>
      path === '/query.json' ? answerOf({ n: 'INT' }, ['{"n":1}'], 'FAILED') : { status: 500, body: "{ 'message' : 'error' }" },
    )
    expect((await unknown.refusal('SELECT 1')).message).toMatch(/^Drill ended the query with an error after some rows/)
  })

  it.each(['{"n":1}\n,{"n":', '{"n":1}\n', `{"n":1}\n]\n,"queryState":"COMP`])(
    'reports an answer that ends too early as a lost connection: %j',
    async (rest) => {
      const { refusal } = await source(() => ({ body: begin(['n'], ['INT']) + rest }))
      expect((await refusal('SELECT 1')).message).toBe('The connection to the server was lost.')
    },
  )

  it('finds the query to cancel by its first line, and waits until it is gone (OPEN-574)', async () => {
    let looks = 0
    const { cancelled, stub } = await source(({ path }, closed) => {
      if (path === '/query.json') return new Promise((resolve) => closed.addEventListener('abort', () => resolve({})))
      if (path.startsWith('/profiles/cancel/')) return { body: 'Cancelled query' }
      const [line = ''] = JSON.parse(stub.calls[0]?.body ?? '').query.split('\n')
      const ours = { queryId: ID, query: `${line}\nSELECT` }
      const stages = [[], [ours], [ours], []]
      return json({ runningQueries: [{ queryId: 'other', query: 'SELECT 2' }, ...(stages[looks++] ?? [])] })
    })
    expect(await cancelled('SELECT 1', () => stub.calls.length === 1)).toBe(CANCELLED)
    expect(stub.calls.map(({ path }) => path).slice(1)).toEqual([
      ...['/profiles/running.json', '/profiles/running.json', `/profiles/cancel/${ID}`],
      ...['/profiles/running.json', '/profiles/running.json'],
    ])
  })

  it('names schemas as texts when it lists tables (OPEN-571)', async () => {
    const { context, stub } = await source(() => answerOf({ a: 'VARCHAR', b: 'VARCHAR' }, []))
    await drill.getSchema?.(context())
    const sent = stub.calls.map(({ body }) => JSON.parse(body).query)
    expect(sent).toHaveLength(2)
    for (const text of sent) expect(text).toContain("IN ('dfs.data', 'it''s')")
  })

  it('does not take another redirect for a login page (OPEN-572)', async () => {
    const { refusal } = await source(() => ({ status: 307, headers: { location: 'https://example.com/drill' } }))
    expect((await refusal('SELECT 1')).message).toBe(
      'The server leads to another address: https://example.com/drill. Enter that of Drill itself.',
    )
  })
})
