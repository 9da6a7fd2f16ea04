import { describe, expect, it, onTestFinished } from 'vitest'
import { machineService } from '../../testing/google-stub.ts'
import { never } from '../../testing/never.ts'
import { rowsOf } from '../../testing/rows-of.ts'
import { type StubAnswer, startStub } from '../../testing/stub-server.ts'
import { json } from '../../testing/stubbed-source.ts'
import { failureOf } from '../conformance/runs.ts'
import { bigqueryGce } from './gce.ts'

const METADATA = '/computeMetadata/v1/'
const LISTED = ['169.254.169.254']

/** A metadata server and BigQuery in one, which admits holders of the token. */
async function world(changes: Record<string, StubAnswer> = {}) {
  const machine = machineService('acme', ({ method }) =>
    method === 'POST'
      ? json({ jobReference: { location: 'US' } })
      : json({ schema: { fields: [{ name: 'n', type: 'INTEGER' }] }, rows: [{ f: [{ v: '7' }] }] }),
  )
  const stub = await startStub((call, closed) => changes[call.path] ?? machine(call, closed))
  onTestFinished(() => stub.close())
  const runner = bigqueryGce({ metadata: stub.url, endpoint: stub.url })
  const run = async (sourceNetworks: readonly string[] = LISTED) => {
    const context = { config: runner.config.parse({}), signal: never, sourceNetworks }
    return rowsOf(await runner.run('SELECT 7', { ...context, tempDir: '/nowhere' }))
  }
  return { stub, run }
}

describe('BigQuery with the identity of the machine', () => {
  it('gets project and token from the metadata server, with the right scopes', async () => {
    const { stub, run } = await world()
    expect(await run()).toEqual([[7n]])
    const token = stub.calls.find(({ path }) => path.endsWith('/token'))
    expect(token?.query.get('scopes')).toContain('https://www.googleapis.com/auth/bigquery')
    expect(stub.calls.at(-1)?.path).toMatch(/^\/bigquery\/v2\/projects\/acme\/queries\//)
  })

  it('is refused unless the operator has listed the metadata server', async () => {
    const { stub, run } = await world()
    for (const networks of [[], ['10.0.0.0/8', '169.254.169.253']])
      expect((await failureOf(run(networks))).message).toMatch(/may not be used\. The operator allows it by 169\.254\.169\.254/)
    expect(stub.calls).toEqual([])
    expect(await run(['169.254.0.0/16'])).toEqual([[7n]])
  })

  it('reports that the machine is not one of Google Cloud, or has no account', async () => {
    const elsewhere = await world({ [`${METADATA}project/project-id`]: { body: 'a page of something else' } })
    expect((await failureOf(elsewhere.run())).message).toMatch(/^Sightline does not run on a machine of Google Cloud/)
    const nobody = await world({
      [`${METADATA}instance/service-accounts/default/token`]: {
        status: 404,
        headers: { 'metadata-flavor': 'Google' },
        body: 'not found',
      },
    })
    expect((await failureOf(nobody.run())).message).toMatch(/has no service account for BigQuery\.$/)
  })
})
