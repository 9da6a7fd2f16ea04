import { expect, it, onTestFinished } from 'vitest'
import { startOtlpReceiver } from '../../testing/otlp-receiver.ts'
import { listen } from '../../testing/tcp-listener.ts'
import { readConfig } from '../config.ts'
import { createLog } from '../log/log.ts'
import { openTracing } from './open.ts'

/** Tracing that sends to this URL, and what it logs. */
async function tracingTo(url: string, settings: Record<string, string> = {}) {
  const lines: { level: number; msg: string }[] = []
  const log = createLog({ write: (line) => void lines.push(JSON.parse(line)) })
  const { openTelemetry } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_SCHEDULE_DELAY: '5', ...settings })
  const tracing = await openTracing({ openTelemetry, role: 'all', instance: 'this', log })
  return { tracing, lines }
}

async function receiver(...args: Parameters<typeof startOtlpReceiver>) {
  const started = await startOtlpReceiver(...args)
  onTestFinished(() => started.close())
  return started
}

const work = async () => {}

it('sends what is recorded so far when it is closed (OPEN-279)', async () => {
  const { url, spans } = await receiver()
  const { tracing } = await tracingTo(url, { OTEL_BSP_SCHEDULE_DELAY: '3600000', OTEL_SERVICE_NAME: 'bi' })
  await tracing.within({ name: 'outer' }, () => tracing.within({ name: 'inner' }, work))
  await tracing.close()
  expect(spans).toMatchObject([{ name: 'inner' }, { name: 'outer', resource: { 'service.name': 'bi' } }])
  expect(spans[0]?.parentId).toBe(spans[1]?.spanId)
})

it('sends the traces that the sampler keeps, and those that their caller keeps (OPEN-279)', async () => {
  const { url, spans } = await receiver()
  const { tracing } = await tracingTo(url, { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0' })
  await tracing.within({ name: 'dropped' }, () => tracing.within({ name: 'dropped too' }, work))
  const parent = `00-${'c'.repeat(32)}-${'d'.repeat(16)}-01`
  await tracing.within({ name: 'kept', parent }, async () => expect(tracing.current()).toMatch(/^00-c{32}-[0-9a-f]{16}-01$/))
  await tracing.close()
  expect(spans.map(({ name }) => name)).toEqual(['kept'])
})

it('logs one line when a collector fails and one when it works again, and keeps few spans meanwhile (OPEN-279)', async () => {
  let status = 400
  const { url, spans, calls } = await receiver(() => ({ status, body: '' }))
  const { tracing, lines } = await tracingTo(url, { OTEL_BSP_MAX_QUEUE_SIZE: '512' })
  for (let round = 0; round < 3; round++) {
    const before = calls.length
    await tracing.within({ name: `lost ${round}` }, work)
    await expect.poll(() => calls.length).toBeGreaterThan(before)
  }
  await expect.poll(() => lines.map(({ level }) => level)).toEqual([40])
  expect(lines[0]).toMatchObject({ msg: 'Traces cannot be sent to the collector.' })

  for (let count = 0; count < 5000; count++) tracing.begin({ name: 'many' }).end()
  status = 200
  await expect.poll(() => lines.at(-1)?.msg).toBe('Traces are sent to the collector again.')
  await tracing.close()
  expect(spans.filter(({ name }) => name === 'many').length).toBeLessThanOrEqual(1024)
  expect(lines).toHaveLength(2)
})

it('works and stops while the collector cannot be reached (OPEN-279)', async () => {
  const { port, close } = await listen(() => {})
  await close()
  const { tracing } = await tracingTo(`http://127.0.0.1:${port}`)
  expect(await tracing.within({ name: 'work' }, async () => 42)).toBe(42)
  await expect(tracing.within({ name: 'work' }, () => Promise.reject(new TypeError('no')))).rejects.toThrow('no')
  await tracing.close()
})
