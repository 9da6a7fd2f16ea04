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

describe('work that must not get lost', () => {
  it('is tried again while the database cannot be reached', async () => {
    expect(await retryOnDisconnect(failing(2, new Error('Failed query', { cause: refused })).work)).toBe(3)
  })

  it('says before each further try what went wrong', async () => {
    const errors: unknown[] = []
    await retryOnDisconnect(failing(2, refused).work, { onRetry: (error) => errors.push(error) })
    expect(errors).toEqual([refused, refused])
  })

  it('is not tried again for any other reason', async () => {
    const { work, tries } = failing(2, withCode('23505', 'duplicate key'))
    await expect(retryOnDisconnect(work)).rejects.toThrow('duplicate key')
    expect(tries()).toBe(1)
  })

  it('is given up after its time', async () => {
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
])('%o is trouble with the connection: %s', (error, isIt) => {
  expect(isConnectionTrouble(error)).toBe(isIt)
})
