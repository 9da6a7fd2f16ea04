import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { requestIds } from './request-id.ts'

/** A request from an address, with a header that gives its id. */
function requestFrom(address: string, id?: string): IncomingMessage {
  const socket = new Socket()
  Object.defineProperty(socket, 'remoteAddress', { value: address })
  const request = new IncomingMessage(socket)
  if (id !== undefined) request.headers['x-request-id'] = id
  return request
}

const NEW = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

it('keeps the id that a trusted proxy gives to a request (OPEN-282)', () => {
  const idOf = requestIds(['10.0.0.0/8'])
  expect(idOf(requestFrom('10.1.2.3', 'edge-7:42'))).toBe('edge-7:42')
  expect(idOf(requestFrom('::ffff:10.1.2.3', 'edge-7:42'))).toBe('edge-7:42')
})

it('makes an id for a request of anyone else, and instead of one that could break the log (OPEN-282)', () => {
  const idOf = requestIds(['10.0.0.0/8'])
  const ids = [
    requestFrom('192.0.2.1', 'mine'),
    requestFrom('10.1.2.3'),
    requestFrom('10.1.2.3', 'two words'),
    requestFrom('10.1.2.3', 'x'.repeat(129)),
  ].map(idOf)
  for (const id of ids) expect(id).toMatch(NEW)
  expect(new Set(ids).size).toBe(4)
})
