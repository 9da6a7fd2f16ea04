import { expect, it } from 'vitest'
import { DeliveryFailed, type Report } from '../destinations/destination.ts'
import { pluginDestination } from './destination.ts'

const REPORT: Report = {
  key: 'k',
  object: { type: 'query', id: 1, name: 'Sales' },
  link: 'https://example.com/queries/1',
  text: '7',
  email: { subject: 'Sales', text: '7', html: '7' },
}
const out = {
  now: () => new Date(0),
  post: async () => 'ok',
  mail: async () => {},
}
const throwing = (error: unknown) =>
  pluginDestination({
    ...{ type: 'acme', name: 'Acme', logo: '<svg/>', options: {} },
    async send() {},
    async report(report, _, transport) {
      // Neither the mail nor the way to send one is handed on.
      expect([Object.keys(report).sort(), Object.keys(transport).sort()]).toEqual([
        ['key', 'link', 'object', 'text'],
        ['now', 'post'],
      ])
      throw error
    },
  }).report?.(REPORT, {}, out)

it('passes an error of a plug-in on as the sentence that people read, and keeps that of a failed call (OPEN-403)', async () => {
  await expect(throwing(new Error('The room is closed.'))).rejects.toMatchObject({
    message: 'The room is closed.',
    mayRetry: false,
  })
  const failed = new DeliveryFailed('The service is busy.', { mayRetry: true })
  await expect(throwing(failed)).rejects.toBe(failed)
})

it('does not show people the faults of a plug-in (OPEN-403)', async () => {
  const fault = new TypeError('x is not a function')
  await expect(throwing(fault)).rejects.toBe(fault)
})
