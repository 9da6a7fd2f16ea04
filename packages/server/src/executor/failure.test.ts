import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failureOf } from './failure.ts'

const plain = { secrets: ['a secret'], isCancelled: false, isEmbedded: false }
const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

describe('failureOf', () => {
  it('names the path of a response that does not fit the protocol, but not its value', () => {
    const error = thrownBy(() => z.object({ rows: z.array(z.object({ n: z.number() })) }).parse({ rows: [{ n: 'a secret' }] }))
    expect(failureOf(error, plain)).toEqual({
      kind: 'query',
      message: 'The data source gave an answer that Sightline does not understand (rows.0.n).',
      position: null,
    })
  })

  it('removes the secrets of the source from the message', () => {
    expect(failureOf(new Error('Login with "a secret" failed.'), plain).message).toBe('Login with "--------" failed.')
  })
})
