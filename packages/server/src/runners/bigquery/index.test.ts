import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { googleError, googleSource, keyFile } from '../../testing/google-stub.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import type { StubAnswer, StubCall } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import { CANCELLED, type Session } from '../runner.ts'
import bigquery from './index.ts'

const ROOT = '/bigquery/v2/projects/acme'
const field = (name: string, type: string, more = {}) => ({ name, type, ...more })
const row = (...values: unknown[]) => ({ f: values.map((v) => ({ v })) })

/** Jobs start successfully, and `results` answers requests for their rows, unless `others` answers a request first. */
const source = (results: (call: StubCall) => unknown, others: (call: StubCall) => StubAnswer | null = () => null) =>
  googleSource(bigquery, { projectId: 'acme' }, (call) => {
    const other = others(call)
    if (other) return other
    if (call.method === 'POST' && call.path === `${ROOT}/jobs`) return json({ jobReference: { location: 'EU' } })
    return json(results(call))
  })
const jobOf = (stub: { calls: StubCall[] }) => JSON.parse(stub.calls.find(({ path }) => path === `${ROOT}/jobs`)?.body ?? '{}')

describe('BigQuery', () => {
  it('waits, and reads page by page, with records in records', async () => {
    const inner = field('m', 'RECORD', { mode: 'REPEATED', fields: [field('x', 'NUMERIC')] })
    const fields = [field('r', 'RECORD', { fields: [field('a', 'INTEGER'), inner] })]
    let asked = 0
    const { run, stub } = await source(({ query }) => {
      if (asked++ === 0) return { jobComplete: false }
      const facts = { jobComplete: true, schema: { fields }, totalBytesProcessed: '1048576' }
      return query.get('pageToken') === 'two'
        ? { ...facts, rows: [row(null)] }
        : { ...facts, rows: [row(row('1', [{ v: row('9007199254740993') }]))], pageToken: 'two' }
    })
    const sessions: Session[] = []
    const result = await run('SELECT *', { onSession: (session) => sessions.push(session) })
    expect(await rowsOf(result)).toEqual([['{"a":1,"m":[{"x":9007199254740993}]}'], [null]])
    expect(result.metadata?.()).toEqual({ data_scanned: 1_048_576 })
    const job = jobOf(stub)
    expect(sessions).toEqual([{ job: job.jobReference.jobId, location: 'EU' }])
    expect(stub.calls.at(-1)?.path).toBe(`${ROOT}/queries/${job.jobReference.jobId}`)
    expect(Object.fromEntries(stub.calls.at(-1)?.query ?? [])).toMatchObject({
      location: 'EU',
      pageToken: 'two',
      'formatOptions.useInt64Timestamp': 'true',
    })
  })

  it('runs as the form says: dialect, functions, billing tier, location, with the annotation or without', async () => {
    const comment = '/* Username: ada@example.com, query_id: 7, Scheduled: False */ '
    const answer = () => ({ schema: { fields: [field('n', 'INTEGER')] }, rows: [row('1')] })
    const { run, stub } = await source(answer)
    await run(`${comment}SELECT 1`, {
      options: {
        useStandardSql: false,
        maximumBillingTier: 2,
        userDefinedFunctionResourceUri: 'gs://b/a.js, gs://b/b.js',
        location: 'US',
      },
    })
    expect(jobOf(stub)).toMatchObject({
      jobReference: { location: 'US' },
      configuration: {
        query: {
          query: 'SELECT 1',
          useLegacySql: true,
          maximumBillingTier: 2,
          userDefinedFunctionResources: [{ resourceUri: 'gs://b/a.js' }, { resourceUri: 'gs://b/b.js' }],
        },
      },
    })
    const annotated = await source(answer)
    await annotated.run(`${comment}SELECT 1`, { options: { useQueryAnnotation: true } })
    expect(jobOf(annotated.stub).configuration.query.query).toBe(`${comment}SELECT 1`)
  })

  it('reads no more than the source allows', async () => {
    const estimate = ({ body }: StubCall) =>
      body.includes('"dryRun":true') ? json({ statistics: { totalBytesProcessed: String(3 * 1024 * 1024) } }) : null
    const { refusal, stub, run } = await source(() => ({ schema: { fields: [field('n', 'INTEGER')] }, rows: [] }), estimate)
    expect((await refusal('SELECT *', { options: { totalMBytesProcessedLimit: 2 } })).message).toBe(
      'The query would read 3.0 MB. This data source allows 2 MB.',
    )
    expect(stub.calls.filter(({ path }) => path.endsWith('/jobs'))).toHaveLength(1)
    expect(await rowsOf(await run('SELECT *', { options: { totalMBytesProcessedLimit: 3 } }))).toEqual([])
  })

  it('reports errors of BigQuery with their position, and why a key is invalid without showing it', async () => {
    const message = 'Syntax error: Unexpected keyword FROM at [2:8]'
    const failing = await source(
      () => ({}),
      ({ path }) => (path === `${ROOT}/jobs` ? googleError(400, message) : null),
    )
    const text = 'SELECT a,\n       FROM t'
    expect(await failing.refusal(text)).toMatchObject({ message, position: text.indexOf('FROM') + 1 })
    const url = failing.stub.url
    const { privateKey: other } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
      publicKeyEncoding: { type: 'spki', format: 'pem' },
    })
    const said = async (jsonKeyFile: string | undefined) => (await failing.refusal(text, { options: { jsonKeyFile } })).message
    expect(await said(keyFile(url, { private_key: other }))).toBe('Google refused the key: Invalid JWT Signature.')
    expect(await said(keyFile(url, { private_key: 'no key' }))).toBe('The private key in the JSON key file cannot be read.')
    expect(await said(Buffer.from('{}').toString('base64'))).toBe('The JSON key file is not the key of a service account.')
    expect(await said(undefined)).toMatch(/^A JSON key file is required/)
    const change = await source(() => ({ jobComplete: true }))
    expect((await change.refusal('DELETE FROM t WHERE true')).message).toBe('Query completed but it returned no data.')
  })

  it('waits after too many requests, as long as the server says', async () => {
    let times = 0
    const message = 'Exceeded rate limits'
    const answers = [
      { ...googleError(429, message), headers: { 'retry-after': '0' } },
      // A permanent refusal has the same status and another reason.
      json({ error: { code: 403, message, errors: [{ message, domain: 'usageLimits', reason: 'rateLimitExceeded' }] } }, 403),
    ]
    const busy = () => answers[times++] ?? null
    const { read } = await source(
      () => ({ schema: { fields: [field('n', 'INTEGER')] }, rows: [row('1')] }),
      ({ path }) => (path.includes('/queries/') ? busy() : null),
    )
    expect((await read('SELECT 1')).rows).toEqual([[1n]])
  })

  it('is cancelled when the job has ended, and not before', async () => {
    let looks = 0
    const { cancelled, stub } = await source(
      () => ({ jobComplete: false }),
      ({ path, method }) => {
        if (path.endsWith('/cancel')) return json({})
        return method === 'GET' && path.includes('/jobs/')
          ? json({ status: { state: looks++ > 0 ? 'DONE' : 'RUNNING' } })
          : null
      },
    )
    expect(await cancelled('SELECT 1', () => stub.calls.some(({ path }) => path.includes('/queries/')))).toBe(CANCELLED)
    const asked = stub.calls.find(({ path }) => path.endsWith('/cancel'))
    expect([asked?.path, asked?.query.get('location')]).toEqual([`${ROOT}/jobs/${jobOf(stub).jobReference.jobId}/cancel`, 'EU'])
    expect(looks).toBe(2)
  })

  it('fails its test for a location that does not exist (DS-24)', async () => {
    const { context } = await source(
      () => ({}),
      ({ body }) => (body.includes('"location":"nowhere"') ? googleError(400, 'Invalid location: nowhere') : null),
    )
    await bigquery.testConnection?.(context())
    const test = async () => bigquery.testConnection?.(context({ options: { location: 'nowhere' } }))
    await expect(test()).rejects.toThrow('Invalid location: nowhere')
  })

  it('can be tested, and lists the tables of all datasets, parts of records as well (DS-28)', async () => {
    const { context } = await source(({ path, query }) => {
      if (path === `${ROOT}/datasets`) return { datasets: [{ datasetReference: { datasetId: 'shop' } }] }
      if (path === `${ROOT}/datasets/shop/tables`)
        return query.get('pageToken')
          ? { tables: [{ tableReference: { tableId: 'a' } }] }
          : { tables: [{ tableReference: { tableId: 'orders' } }], nextPageToken: 'two' }
      return {
        schema: {
          fields: path.endsWith('/a')
            ? []
            : [field('id', 'INTEGER'), field('buyer', 'RECORD', { fields: [field('name', 'STRING')] })],
        },
      }
    })
    await bigquery.testConnection?.(context())
    expect(await bigquery.getSchema?.(context())).toEqual([])
    expect(await bigquery.getSchema?.(context({ options: { loadSchema: true } }))).toEqual([
      { name: 'shop.a', columns: [] },
      {
        name: 'shop.orders',
        columns: [
          { name: 'id', type: 'INTEGER' },
          { name: 'buyer', type: 'RECORD' },
          { name: 'buyer.name', type: 'STRING' },
        ],
      },
    ])
  })
})

describe('jobs of BigQuery', () => {
  testSentValues({
    runner: bigquery,
    marker: /\?/g,
    async source(answer) {
      let cell: string | Error = ''
      const { run } = await source(
        () => ({ schema: { fields: [field('a', 'STRING')] }, rows: [row(cell)] }),
        ({ path, body }) => {
          if (path !== `${ROOT}/jobs`) return null
          const { query, queryParameters = [] } = JSON.parse(body).configuration.query
          const values = queryParameters.map((sent: { parameterValue: { value: string } }) => sent.parameterValue.value)
          cell = answer({ text: query, values })
          return cell instanceof Error ? googleError(400, cell.message) : null
        },
      )
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })

  it('receive parameters by position, as strings, except in the older dialect (PARAM-73)', async () => {
    const { run, stub } = await source(() => ({ schema: { fields: [field('n', 'INTEGER')] }, rows: [row('1')] }))
    const text = "SELECT n FROM t WHERE a = 'it\\'s' AND day > '2026-01-31'"
    await run(text, { bindsTexts: true })
    const parameterType = { type: 'STRING' }
    expect(jobOf(stub).configuration.query).toMatchObject({
      query: 'SELECT n FROM t WHERE a = ? AND day > ?',
      parameterMode: 'POSITIONAL',
      queryParameters: [
        { parameterType, parameterValue: { value: "it's" } },
        { parameterType, parameterValue: { value: '2026-01-31' } },
      ],
    })
    await run(text, { bindsTexts: true, options: { useStandardSql: false } })
    expect(stub.calls.filter(({ path }) => path === `${ROOT}/jobs`).at(-1)?.body).toContain("'2026-01-31'")
  })
})
