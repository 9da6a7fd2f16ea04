import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { createLog } from '../../platform/log/log.ts'
import { isNewer, isNewerVersionKnown } from './newer-version.ts'

let asked = 0
let answer = '{"version": "99.0.0", "notes": "much"}'
const place = createServer((_, response) => {
  asked++
  response.end(answer)
})
let root = ''
beforeAll(async () => {
  place.listen(0, '127.0.0.1')
  await once(place, 'listening')
  root = `http://localhost:${(place.address() as AddressInfo).port}`
})
afterAll(() => void place.close())

const memory = {}
const START = Date.parse('2026-11-22T12:00:00Z')
const services = (settings: Record<string, string>, hours = 0) => ({
  config: readConfig({ SIGHTLINE_DATA_DIR: '/tmp/none', SIGHTLINE_SECRET_KEY: `${randomUUID()}${randomUUID()}`, ...settings }),
  now: () => new Date(START + hours * 3_600_000),
  log: createLog(),
  memory,
})

it('requests no newer version unless the operator configures a URL (OPEN-77)', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch')
  expect(isNewerVersionKnown(services({}))).toBe(false)
  expect([asked, fetched.mock.calls]).toEqual([0, []])
  fetched.mockRestore()

  const wanted = { SIGHTLINE_VERSION_URL: `${root}/version.json` }
  expect(isNewerVersionKnown(services(wanted))).toBe(false)
  await expect.poll(() => isNewerVersionKnown(services(wanted))).toBe(true)
  expect(isNewerVersionKnown(services(wanted, 23))).toBe(true)
  expect(asked).toBe(1)
  answer = '{"version": "0.0.1"}'
  isNewerVersionKnown(services(wanted, 25))
  await expect.poll(() => isNewerVersionKnown(services(wanted, 26))).toBe(false)
  expect(asked).toBe(2)
})

it('compares versions numerically', () => {
  expect([isNewer('1.10.0', '1.9.9'), isNewer('2.0.0', '1.9.9'), isNewer('1.9.9', '1.9.9'), isNewer('1.9.8', '1.9.9')]).toEqual(
    [true, true, false, false],
  )
})
