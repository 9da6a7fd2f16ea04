import { describe, expect, it, onTestFinished } from 'vitest'
import { type CqlAnswer, startCassandraStub, typeOf } from '../../testing/cassandra-stub.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import cassandra from '../cassandra/index.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import type { AnyRunner } from '../runner.ts'
import scylla from '../scylla/index.ts'

const TEXT = typeOf(0x0d)
const INT = typeOf(0x09)
const PASSWORD = 'open sesame'

/** A source of one column. @param parameterTypes of the statements that are prepared */
async function sourceOf(
  runner: AnyRunner,
  answer: (text: string, values: readonly string[]) => CqlAnswer,
  parameterTypes?: (text: string) => Buffer[],
) {
  const stub = await startCassandraStub(PASSWORD, answer, parameterTypes)
  onTestFinished(() => stub.close())
  const config = runner.config.parse({
    host: '127.0.0.1',
    port: stub.port,
    keyspace: 'shop',
    useSsl: false,
    username: 'ada',
    password: PASSWORD,
  })
  const context = { config, signal: never, tempDir: '/nowhere' }
  return { stub, run: (text: string, bindsTexts: boolean) => runner.run(text, { ...context, bindsTexts }) }
}

const one = (cell: string): CqlAnswer => ({ columns: [{ name: 'a', type: TEXT }], pages: [[[Buffer.from(cell)]]] })

describe.each([cassandra, scylla])('a server with the CQL protocol ($type)', (runner) => {
  testSentValues({
    runner,
    marker: /\?/g,
    async source(answer) {
      const { run } = await sourceOf(
        runner,
        (text, values) => {
          const cell = answer({ text, values: [...values] })
          return cell instanceof Error ? { error: cell.message, code: 0x2200 } : one(cell)
        },
        (text) => text.match(/\?/g)?.map(() => TEXT) ?? [],
      )
      return run
    },
  })
})

describe('Cassandra', () => {
  it('takes a query with texts for other types as it is written (PARAM-73)', async () => {
    const { run, stub } = await sourceOf(
      cassandra,
      () => one('x'),
      () => [TEXT, INT],
    )
    const text = "SELECT a FROM t WHERE b = 'c' AND day = '2026-01-31'"
    expect(await rowsOf(await run(text, true))).toEqual([['x']])
    expect(stub.heard).toEqual([text])
  })

  it('reads all pages of a query with texts (PARAM-73)', async () => {
    const pages = ['one', 'two', 'three'].map((cell) => [[Buffer.from(cell)]])
    const { run, stub } = await sourceOf(cassandra, () => ({ columns: [{ name: 'a', type: TEXT }], pages }))
    expect(await rowsOf(await run("SELECT a FROM t WHERE b = 'c'", true))).toEqual([['one'], ['two'], ['three']])
    expect(new Set(stub.heard)).toEqual(new Set(['SELECT a FROM t WHERE b = ?']))
  })
})
