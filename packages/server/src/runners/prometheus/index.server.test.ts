import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { UNREACHABLE, withoutValues } from '../../testing/canned-source.ts'
import { never } from '../../testing/never.ts'
import type { StartedServer } from '../../testing/servers/fetched-server.ts'
import { victoriametricsServer } from '../../testing/servers/victoriametrics.ts'
import { sqlSource } from '../../testing/sql-source.ts'
import { expectTrustOfMachine } from '../conformance/certificates.ts'
import { itReadsManyRows, MILLION } from '../conformance/many-rows.ts'
import { notApplicable } from '../conformance/setup.ts'
import { describeConformance } from '../conformance.ts'
import prometheus from './index.ts'

// VictoriaMetrics answers the same API from code of its own. `npm test` has Prometheus itself.

const EPOCH = '1970-01-01T00:00:00.000'
const NOON = Date.UTC(2024, 1, 29, 12)
const SAMPLES = `orders{city="Tromsø 🐘",kind="a"} 1.5 ${NOON}
orders{city="Tromsø 🐘",kind="a"} 2.5 ${NOON + 60_000}
orders{city="Bergen"} -1 ${NOON}
large 9007199254740992 ${NOON}
`
/** Series of a million samples, one for each second. */
const SERIES = 100
const SECONDS = MILLION / SERIES

let server: StartedServer
beforeAll(async () => {
  server = await victoriametricsServer.start()
  // Names are listed by the day, so that one sample is of today.
  const body = `${SAMPLES}recent 1 ${Date.now()}\n`
  await fetch(`http://127.0.0.1:${server.port}/api/v1/import/prometheus`, { method: 'POST', body })
  // A moment passes before samples can be read.
  await vi.waitFor(() => read(`query=large&time=${NOON / 1000}`), { timeout: 20_000 })
})
afterAll(() => server?.stop())

const options = () => ({ url: `http://127.0.0.1:${server.port}` })
const { configOf, run, read, refusal } = sqlSource(prometheus, options)
const left = notApplicable('its connection is closed, which a test with Prometheus sees')

describeConformance(prometheus, {
  options,
  proxied: left,
  refused: {
    host: () => ({ options: { url: UNREACHABLE.url }, message: UNREACHABLE.message }),
    password: notApplicable('this server asks for none'),
    database: notApplicable('there is one'),
  },
  columns: { text: 'query=vector(2.5)&time=0', names: ['timestamp', 'value'], rows: [[EPOCH, 2.5]] },
  repeatedNames: notApplicable('names of labels are unique'),
  noRows: notApplicable('series tell the columns'),
  noResultSet: { text: 'nothing_like_this', message: 'query result is empty.' },
  values: {
    ...withoutValues('values are doubles, labels are texts'),
    floats: { text: 'query=vector(-1.5e-300)&time=0', rows: [[EPOCH, -1.5e-300]], storage: ['instant', 'double'] },
    texts: { text: 'query=label_replace(vector(1), "city", "Tromsø 🐘", "", "")&time=0', rows: [[EPOCH, 1, 'Tromsø 🐘']] },
    strange: { text: 'query=1/0&time=1.5', rows: [['1970-01-01T00:00:01.500', Number.POSITIVE_INFINITY]] },
  },
  many: notApplicable('times come first'),
  slow: left,
  endless: left,
  isWorkingOn: left,
  failing: { text: 'query=sum(up))&time=0', message: /^Failed to execute query\. 4\d\d: .*unparsed data left: "\)"/ },
  failingMidway: notApplicable('a result is one response'),
  severalStatements: notApplicable('a text is one expression'),
  writing: notApplicable('expressions only read'),
  schema: { tables: { recent: ['timestamp', 'value'] } },
  stoppable: false,
})

describe('Prometheus, as VictoriaMetrics answers it', () => {
  it('returns a row for each sample of a range, and a column for each label of any series', async () => {
    const result = await run(`query=sort(orders)&start=${NOON / 1000}&end=${NOON / 1000 + 60}&step=60s`)
    expect(result.columns.map(({ name }) => name).toSorted()).toEqual(['__name__', 'city', 'kind', 'timestamp', 'value'])
    expect(
      (await read(`query=orders{kind="a"}&start=2024-02-29T12:00:00Z&end=2024-02-29T12:01:00Z&step=60s`)).map((row) =>
        row.slice(0, 2),
      ),
    ).toEqual([
      ['2024-02-29T12:00:00.000', 1.5],
      ['2024-02-29T12:01:00.000', 2.5],
    ])
    expect(await read(`query=large&time=${NOON / 1000}`)).toEqual([['2024-02-29T12:00:00.000', 9_007_199_254_740_992, 'large']])
  })

  it('lists the metrics of today', async () => {
    const names = (await prometheus.getSchema?.({ config: configOf(), signal: never }))?.map(({ name }) => name)
    expect(names).toEqual(['recent'])
  })

  it('names a function that it does not know', async () => {
    expect((await refusal('query=nonsense(up)&time=0')).message).toMatch(/^Failed to execute query\. 4\d\d: .*nonsense/)
  })

  describe('with many samples', () => {
    const last = `query=count(many)&time=${NOON / 1000 + SECONDS - 1}`
    beforeAll(async () => {
      const timestamps = Array.from({ length: SECONDS }, (_, at) => NOON + at * 1000)
      const lines = Array.from({ length: SERIES }, (_, n) =>
        JSON.stringify({
          metric: { __name__: 'many', n: String(n) },
          values: timestamps.map((_, at) => at + n / 128),
          timestamps,
        }),
      )
      await fetch(`http://127.0.0.1:${server.port}/api/v1/import`, { method: 'POST', body: lines.join('\n') })
      await vi.waitFor(async () => expect((await read(last))[0]?.[1]).toBe(SERIES), { timeout: 60_000 })
    }, 120_000)

    itReadsManyRows(() => run(`query=many&start=${NOON / 1000}&end=${NOON / 1000 + SECONDS - 1}&step=1s`))
  })
})

describe('VictoriaMetrics behind TLS', () => {
  it('is trusted only with a certificate of a known authority for its name (OPEN-826)', async () => {
    await expectTrustOfMachine({
      port: server.port,
      rows: [[EPOCH, 2.5]],
      read: ({ url }) => read('query=vector(2.5)&time=0', { url }),
      readUnverified: ({ url }) => read('query=vector(2.5)&time=0', { url, verify_ssl: false }),
    })
  })
})
