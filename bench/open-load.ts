import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomOf } from '../fuzz/random.ts'
import { type Ask, askerOf } from './ask.ts'
import type { Installation } from './installation.ts'
import { median, type Row } from './measure.ts'
import { meanWait } from './queueing.ts'

/** Shares of its capacity at which one web process is observed. */
const UTILIZATIONS = [0.2, 0.4, 0.6]
const ROUNDS = 3
const ROUND_MS = 4000
/** Requests one after the other, to know how long one takes that never waits. */
const ALONE = 300
const CONNECTIONS = 200
/** Clients that keep the process busy. */
const CLIENTS = 8

/**
 * Compares the queueing formula with one web process: requests that arrive at random moments, whether or not the ones before
 * have been answered, as those of many users do.
 */
export async function checkFormula(
  installation: Installation,
  act: (ask: Ask, count: number) => Promise<unknown>,
): Promise<Row[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const ask = askerOf(installation, agent)
  const alone: number[] = []
  for (let count = 0; count < ALONE; count++) {
    const started = performance.now()
    await act(ask, count)
    alone.push(performance.now() - started)
  }
  /** Seconds of a request when the process never idles, on this machine with its other work. */
  const service = await secondsAtCapacity((count) => act(ask, count))
  const rows: Row[] = []
  for (const utilization of UTILIZATIONS) {
    const rate = utilization / service
    const means: number[] = []
    for (let round = 0; round < ROUNDS; round++) means.push(await openLoad((count) => act(ask, count), rate, round))
    const expected = mean(alone) + meanWait(1, rate, service, 1) * 1000
    rows.push({
      name: `one web process ${utilization * 100} % busy, ${rate.toFixed(0)} reads in a second: mean time of a read`,
      value: median(means),
      unit: 'ms',
      against: `${expected.toFixed(1)} ms by the formula (${mean(alone).toFixed(1)} ms without a queue)`,
      goal: null,
    })
  }
  agent.destroy()
  return rows
}

/** Has several clients send one request after the other. @returns seconds between two responses */
async function secondsAtCapacity(act: (count: number) => Promise<unknown>): Promise<number> {
  const started = performance.now()
  let count = 0
  const client = async () => {
    while (performance.now() - started < ROUND_MS) await act(count++)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  return (performance.now() - started) / 1000 / count
}

/** @returns mean milliseconds of the requests */
async function openLoad(act: (count: number) => Promise<unknown>, rate: number, seed: number): Promise<number> {
  const random = randomOf(seed, 0)
  const times: Promise<number>[] = []
  const started = performance.now()
  let next = started
  for (let count = 0; next < started + ROUND_MS; count++) {
    const due = next - (Math.log(1 - random.next()) * 1000) / rate
    next = due
    const left = due - performance.now()
    if (left > 1) await sleep(left)
    // From the moment at which it should have been sent, so that a late client does not hide a queue.
    times.push(act(count).then(() => performance.now() - due))
  }
  return mean(await Promise.all(times))
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
