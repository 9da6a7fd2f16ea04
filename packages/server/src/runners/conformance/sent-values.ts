import { fillIn } from '@sightline/domain/parameters/fill-in.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import { expect, it } from 'vitest'
import { HOSTILE_VALUES } from '../../testing/hostile-values.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { AnyRunner, RunnerResult } from '../runner.ts'
import { failureOf } from './runs.ts'

/** A query as a server receives it. */
export interface SentQuery {
  text: string
  values: string[]
}

/** A type of data source that sends texts beside the query, with a stub of its server. */
export interface SentValuesSetup {
  runner: AnyRunner
  /** Matches each parameter in a text. */
  marker: RegExp
  /** A parameter as an author may have written it; `?` when left out. */
  own?: string
  /** The query that a condition is put behind; `FROM t` when left out. */
  from?: string
  /**
   * A source whose server responds to each query.
   * @param answer the text of the only row, or the error of the server
   * @returns runs a query on it
   */
  source(answer: (query: SentQuery) => string | Error): Promise<(text: string, bindsTexts: boolean) => Promise<RunnerResult>>
}

const AS_WRITTEN = 'as written'
/** Texts in one query. */
const AT_A_TIME = 100

/** Tests that texts reach a server apart from the query, or as they are written. */
export function testSentValues({ runner, marker, own = '?', from = 'FROM t', source }: SentValuesSetup): void {
  const select = `SELECT a ${from} WHERE`
  const language = textLanguage(runner)
  const filled = (text: string, x: string) =>
    fillIn(text, [{ name: 'x', type: 'text', passAsValue: true }], { x }, language).replace(select, '')

  /** Responds like a server: with an error where texts and parameters do not match, else with the first value. */
  async function server(refuses: (query: SentQuery) => boolean = () => false) {
    const sent: SentQuery[] = []
    const run = await source((query) => {
      sent.push(query)
      if (refuses(query) || (query.text.match(marker) ?? []).length !== query.values.length) return new Error('refused')
      return query.values[0] ?? AS_WRITTEN
    })
    return { sent, read: async (text: string, bindsTexts = true) => rowsOf(await run(text, bindsTexts)) }
  }

  it('receives texts apart from the query, whatever they are (PARAM-73)', async () => {
    const { sent, read } = await server()
    const values = HOSTILE_VALUES.filter((value) => !/\r|\0/.test(value))
    const condition = (value: string, index = 0) => filled(`${select} b = ${index % 2 ? '{{ x }}' : "'{{ x }}'"}`, value)
    const onOneLine = values.filter((value) => !value.includes('\n'))
    for (let start = 0; start < onOneLine.length; start += AT_A_TIME) {
      const some = onOneLine.slice(start, start + AT_A_TIME)
      await read(`${select}${some.map(condition).join(' OR ')}`)
      expect(sent.at(-1)).toEqual({ text: expect.not.stringContaining("'"), values: some })
    }
    for (const value of values.filter((one) => one.includes('\n'))) {
      expect(await read(`${select}${condition(value)}`)).toEqual([[value]])
      expect(sent.at(-1)?.text).not.toContain("'")
    }
  })

  it('receives the texts of the list of SELECT, of other statements and of other queries as they are written (PARAM-73)', async () => {
    const { sent, read } = await server()
    const texts = [
      `SELECT 'x' AS a, UPPER('y') ${from}`,
      `${select} b = 'c' AND d = ${own}`,
      `WITH x AS (SELECT 1 AS n) DELETE ${from} WHERE b = 'c'`,
    ]
    for (const text of texts) await read(text).catch(() => undefined)
    expect(await read(`${select} b = 'c'`, false)).toEqual([[AS_WRITTEN]])
    expect(sent.flatMap(({ values }) => values)).toEqual([])
    await read(`SELECT 'x' AS a, b ${from} WHERE b = 'c'`)
    expect(sent.at(-1)).toMatchObject({ text: expect.stringContaining("'x'"), values: ['c'] })
  })

  it('receives the query as it is written if it refuses the parameters, and its error is the one of that (PARAM-73)', async () => {
    const refusing = await server(({ values }) => values.length > 0)
    expect(await refusing.read(`${select} b = 'c'`)).toEqual([[AS_WRITTEN]])
    const failing = await server(() => true)
    const text = `${select} b = 'c'`
    expect((await failureOf(failing.read(text))).message).toContain('refused')
    expect(failing.sent).toEqual([
      { text: expect.not.stringContaining("'"), values: ['c'] },
      { text, values: [] },
    ])
  })
}
