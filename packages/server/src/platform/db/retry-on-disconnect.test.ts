import { describe, expect, it } from 'vitest'
import { isConnectionTrouble, retryOnDisconnect } from './retry-on-disconnect.ts'

const failing = (times: number, error: Error) => {
  let tries = 0
  const work = async () => {
    tries++
    if (tries <= times) throw error
    return tries
  }
  return { work, tries: () => tries }
}
const withCode = (code: string, message = 'failed') => Object.assign(new Error(message), { code })
const refused = withCode('ECONNREFUSED')

describe('retryOnDisconnect', () => {
  it('retries while the database cannot be reached', async () => {
    expect(await retryOnDisconnect(failing(2, new Error('Failed query', { cause: refused })).work)).toBe(3)
  })

  it('reports the error before each retry', async () => {
    const errors: unknown[] = []
    await retryOnDisconnect(failing(2, refused).work, { onRetry: (error) => errors.push(error) })
    expect(errors).toEqual([refused, refused])
  })

  it('does not retry after any other error', async () => {
    const { work, tries } = failing(2, withCode('23505', 'duplicate key'))
    await expect(retryOnDisconnect(work)).rejects.toThrow('duplicate key')
    expect(tries()).toBe(1)
  })

  it('gives up after its time limit', async () => {
    await expect(retryOnDisconnect(failing(1000, refused).work, { patience: 0 })).rejects.toBe(refused)
  })
})

it.each([
  [withCode('57P01'), true],
  [withCode('08006'), true],
  [new Error('Connection terminated unexpectedly'), true],
  [new AggregateError([refused]), true],
  [withCode('53300'), true],
  [new Error('Client has encountered a connection error and is not queryable'), true],
  [new Error('Failed query', { cause: new Error('Client was closed and is not queryable') }), true],
  [withCode('42601'), false],
  [new Error('no such table'), false],
  ['a text', false],
])('treats %o as a connection error: %s', (error, isIt) => {
  expect(isConnectionTrouble(error)).toBe(isIt)
})
