import { UnsafeValueError } from '@sightline/domain/parameters/fill-in.ts'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startClickhouse } from '../testing/clickhouse-server.ts'
import { HOSTILE_VALUES, withTextAsValue, withValueFromRows } from '../testing/hostile-values.ts'
import { startMariadb } from '../testing/mariadb-server.ts'
import { never } from '../testing/never.ts'
import { startPostgres } from '../testing/postgres-server.ts'
import { startRedis } from '../testing/redis-server.ts'
import { rowsOf } from '../testing/rows-of.ts'
import { startInfluxdb, startPrometheus } from '../testing/time-series-servers.ts'
import clickhouse from './clickhouse/index.ts'
import influxdb from './influxdb/index.ts'
import mysql from './mysql/index.ts'
import postgres from './postgres/index.ts'
import prometheus from './prometheus/index.ts'
import redis from './redis/index.ts'
import type { AnyRunner } from './runner.ts'

const run = async (runner: AnyRunner, options: object, text: string) =>
  rowsOf(await runner.run(text, { config: runner.config.parse(options), signal: never, tempDir: '/nowhere' }))

/** Each hostile value with the text that results from it; values that the quotes of the text cannot hold are left out. */
function textsOf(
  language: string,
  text: string,
  fill: typeof withTextAsValue = withValueFromRows,
): { value: string; filled: string }[] {
  return HOSTILE_VALUES.flatMap((value) => {
    try {
      return [{ value, filled: fill(language, text, value) }]
    } catch (error) {
      if (error instanceof UnsafeValueError) return []
      throw error
    }
  })
}

/** Expects that the source returns all values unchanged, within these literals and as texts that are passed as values. */
async function expectFound(runner: AnyRunner, options: object, literals: readonly string[]) {
  const language = textLanguage(runner)
  for (const literal of literals) await expectSelected(runner, options, textsOf(language, `select ${literal} as v`))
  for (const literal of ['{{ x }}', "'{{ x }}'"])
    await expectSelected(runner, options, textsOf(language, `select ${literal} as v`, withTextAsValue))
}

async function expectSelected(runner: AnyRunner, options: object, texts: readonly { value: string; filled: string }[]) {
  expect(texts.length).toBeGreaterThan(HOSTILE_VALUES.length / 2)
  const rows = await run(runner, options, texts.map(({ filled }) => filled).join(' union all '))
  expect(rows.map(([value]) => value).sort(), texts[0]?.filled).toEqual(texts.map(({ value }) => value).sort())
}

describe('a value from rows, or a text that is passed as a value, is matched exactly (OPEN-191)', () => {
  it('in PostgreSQL', async () => {
    const server = await startPostgres()
    onTestFinished(() => server.stop())
    const { host, port, user, password, database: dbname } = server
    const quotes = ["'{{ x }}'", "E'{{ x }}'", "U&'{{ x }}'", ...['$$', '$tag$'].map((tag) => `${tag}{{ x }}${tag}`)]
    await expectFound(postgres, { host, port, user, password, dbname }, quotes)
  })

  it('in MariaDB, also without backslash escapes, or with double quotes for identifiers', async () => {
    const server = await startMariadb()
    onTestFinished(() => server.stop())
    const { host, port, user, password: passwd, database: db } = server
    const options = { host, port, user, passwd, db }
    await expectFound(mysql, options, ["'{{ x }}'", '"{{ x }}"'])
    for (const { value, filled } of textsOf('mysql', "select '{{ x }}' as v, 1 as n")) {
      if (!value.includes("'")) continue
      // In these modes a doubled backslash stays doubled, but no value can leave its quotes.
      const rows = await run(mysql, options, `set sql_mode = 'NO_BACKSLASH_ESCAPES,ANSI_QUOTES';\n${filled}`)
      expect(rows, value).toEqual([[value.replaceAll('\\', '\\\\'), expect.anything()]])
    }
  })

  it('in ClickHouse', async () => {
    const { url, user, password, stop } = await startClickhouse()
    onTestFinished(stop)
    await expectFound(clickhouse, { url, user, password, dbname: 'default' }, ["'{{ x }}'"])
  })

  it('in Redis', async () => {
    const server = await startRedis()
    onTestFinished(() => server.stop())
    const options = { host: '127.0.0.1', port: server.port, password: server.password }
    for (const text of ['ECHO "{{ x }}"', "ECHO '{{ x }}'"])
      for (const { value, filled } of textsOf('redis', text))
        expect(await run(redis, options, filled), filled).toEqual([[value]])
  })

  it('in InfluxDB, in strings and in regular expressions', async () => {
    const server = await startInfluxdb()
    onTestFinished(() => server.stop())
    const login = Buffer.from(`analyst:${server.password}`).toString('base64')
    const texts = textsOf('influxql', `select n, v from t where v = '{{ x }}'`)
    const lines = texts.map(
      ({ value }, n) => `t v="${value.replace(/[\\"]/g, '\\$&')}",n=${n}i ${1_700_000_000_000_000_000n + BigInt(n)}`,
    )
    await fetch(`${server.url}/write?db=shop`, {
      method: 'POST',
      body: lines.join('\n'),
      headers: { authorization: `Basic ${login}` },
    })
    const options = { url: `influxdb://analyst:${server.password}@127.0.0.1:${server.port}/shop` }
    for (const [n, { value, filled }] of texts.entries()) {
      const rows = await run(influxdb, options, filled)
      expect(
        rows.map((row) => Number(row[1])),
        value,
      ).toEqual([n])
    }
    for (const { value, filled } of textsOf('influxql', 'select n, v from t where v =~ /^{{ x }}$/')) {
      const rows = await run(influxdb, options, filled)
      expect(
        rows.map((row) => row[2]),
        value,
      ).toEqual([value])
    }
  })

  it('in Prometheus', async () => {
    const server = await startPrometheus()
    onTestFinished(() => server.stop())
    const texts = ["'{{ x }}'", '"{{ x }}"', '`{{ x }}`', "query='{{ x }}'&time=1", 'query="{{ x }}"&time=1']
    for (const text of texts)
      for (const { value, filled } of textsOf('promql', text))
        expect(
          (await run(prometheus, { url: server.url }, filled)).map((row) => row[1]),
          filled,
        ).toEqual([value])
  })
})
