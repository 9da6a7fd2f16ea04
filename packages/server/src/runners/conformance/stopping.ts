import { describe, expect, it, onTestFinished } from 'vitest'
import { rowsOf } from '../../testing/rows-of.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { CANCELLED, type RunnerResult, type Session } from '../runner.ts'
import { defineCase, failureOf, type Subject } from './runs.ts'

/** Tests of cancelled runs and of lost connections. */
export function describeStopping({ runner, setup, sourceContext, run }: Subject): void {
  const isStopped = [setup.slow, setup.endless].some((text) => typeof text === 'string')
  describe.runIf(isStopped)(`${runner.name} conforms: stopping`, () => {
    const isWorkingOn = 'notApplicable' in setup.isWorkingOn ? async () => false : setup.isWorkingOn
    const started = (text: string) => expect.poll(() => isWorkingOn(text), { timeout: 20_000, interval: 10 }).toBe(true)

    defineCase(setup.slow, (text) => {
      for (const reason of ['a cancel', 'a time limit']) {
        it(`stops the source before the run reports it: ${reason}`, async () => {
          const stop = new AbortController()
          const outcome = failureOf(run(text, { signal: stop.signal }).then(rowsOf))
          await started(text)
          stop.abort(reason === 'a cancel' ? undefined : new DOMException('Too long.', 'TimeoutError'))
          expect((await outcome).message).toBe(CANCELLED)
          expect(await isWorkingOn(text)).toBe(false)
        })
      }

      if (!setup.stoppable) return
      it('stops the source from elsewhere if the process of the run has died', async () => {
        const { promise: session, resolve } = Promise.withResolvers<Session>()
        const outcome = failureOf(run(text, {}, resolve).then(rowsOf))
        await started(text)
        await runner.stop?.(await session, sourceContext())
        expect(await isWorkingOn(text)).toBe(false)
        await outcome
      })
    })

    defineCase(setup.endless, (text) => {
      it('stops a result that is being read, and one whose reader has left', async () => {
        const result = await run(text)
        for await (const batch of result.batches) {
          expect(batch.rowCount).toBeGreaterThan(0)
          expect(batch.rowCount).toBeLessThanOrEqual(65_536)
          break
        }
        expect(await isWorkingOn(text)).toBe(false)
        const stop = new AbortController()
        const outcome = failureOf(readUntil(await run(text, { signal: stop.signal }), () => stop.abort()))
        expect((await outcome).message).toBe(CANCELLED)
        expect(await isWorkingOn(text)).toBe(false)
      })

      defineCase(setup.proxied, ({ port, options }) => {
        it('reports that the connection was lost in the middle of a result', async () => {
          const proxy = await startTcpProxy(port())
          onTestFinished(() => proxy.close())
          const result = await run(text, { options: options(proxy.port) })
          const outcome = await failureOf(readUntil(result, () => proxy.cut()))
          expect(outcome.message).toMatch(/lost|closed|reset|socket|terminated/i)
        })
      })
    })
  })
}

/** Reads all batches, and does something after the first. */
async function readUntil({ batches }: RunnerResult, act: () => void): Promise<void> {
  let isFirst = true
  for await (const _ of batches) {
    if (isFirst) act()
    isFirst = false
  }
}
