import { describe, expect, it, onTestFinished } from 'vitest'
import { type StubAnswer, startPostgresStub } from '../../testing/postgres-stub.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { failureOf } from '../conformance/runs.ts'
import postgres from '../postgres/index.ts'

// Other servers speak PostgreSQL's protocol with gaps: these are the ones of QuestDB.

const TEXT = 25
const VARCHAR = 1043
const BOOLEAN = 16

async function sourceOf(answers: (text: string) => StubAnswer) {
  const stub = await startPostgresStub('open sesame', (text) => (text === 'DISCARD ALL' ? 'done' : answers(text)))
  onTestFinished(() => stub.close())
  const options = { host: '127.0.0.1', port: stub.port, user: 'ada', password: 'open sesame', dbname: 'qdb' }
  return { stub, ...sqlSource(postgres, () => options) }
}

const oneCell = (cell: string): StubAnswer => ({ columns: [['a', VARCHAR]], rows: [[cell]] })

describe("a server with PostgreSQL's protocol", () => {
  it('is asked for texts as texts, since it may have no binary form of types that it calls text (OPEN-383)', async () => {
    const { stub, read } = await sourceOf(() => oneCell('1.2.3.4'))
    expect(await read('SELECT address')).toEqual([['1.2.3.4']])
    expect(stub.forms.get('SELECT address')).toEqual([0])
  })

  it('cannot pass bytes behind a row off as its values (OPEN-383)', async () => {
    const { refusal, read } = await sourceOf((text) =>
      text === 'SELECT short' ? { columns: [['a', VARCHAR]], rows: [['whole'], []] } : oneCell('x'),
    )
    expect((await refusal('SELECT short')).message).toBe('The server has sent a row whose values do not fit its length.')
    expect(await read('SELECT whole')).toEqual([['x']])
  })

  it('lists its tables by the views of the SQL standard where it lacks the catalogue (OPEN-383)', async () => {
    const listing: StubAnswer = {
      columns: [
        ...['schema', 'table', 'column', 'type'].map((name): [string, number] => [name, TEXT]),
        ['is_current', BOOLEAN],
      ],
      rows: [['public', 'trades', 'price', 'double precision', 't']],
    }
    const lacking: StubAnswer = { error: 'unknown function name: has_schema_privilege(INT,STRING)', code: '00000' }
    const { configOf } = await sourceOf((text) => (text.includes('information_schema.columns') ? listing : lacking))
    const schema = await postgres.getSchema?.({ config: configOf(), signal: AbortSignal.timeout(20_000) })
    expect(schema).toEqual([{ name: 'trades', columns: [{ name: 'price', type: 'double precision' }] }])
  })

  it('reports its own error where the catalogue is there but may not be read (OPEN-383)', async () => {
    const { configOf, stub } = await sourceOf(() => ({ error: 'permission denied for pg_class', code: '42501' }))
    const reading = Promise.resolve(postgres.getSchema?.({ config: configOf(), signal: AbortSignal.timeout(20_000) }))
    expect((await failureOf(reading)).message).toBe('permission denied for pg_class')
    expect(stub.heard.filter(({ text }) => text.includes('information_schema.columns'))).toEqual([])
  })

  it('runs several statements one by one if it refuses them together without a code, and reports other errors (OPEN-383)', async () => {
    const text = "SELECT ';1' AS a; \n SELECT 7 AS a"
    const { read, refusal } = await sourceOf((heard) => {
      if (heard.includes('; '))
        return { error: 'unexpected token [SELECT]', code: '00000', position: heard.indexOf('SELECT 7') + 1 }
      if (heard.includes('wrong'))
        return { error: 'Invalid column: wrong', code: '00000', position: heard.indexOf('wrong') + 1 }
      return oneCell(heard.includes('7') ? '7' : ';1')
    })
    expect(await read(text)).toEqual([['7']])
    const failure = await refusal('SELECT 1 AS a;\nSELECT wrong')
    expect([failure.message.split('\n')[0], failure.position]).toEqual(['Invalid column: wrong', 23])
  })
})
