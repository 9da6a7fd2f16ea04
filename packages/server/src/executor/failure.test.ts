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

describe('what is told of a failure', () => {
  it('is that an answer is not understood, and where, without what stood there', () => {
    const error = thrownBy(() => z.object({ rows: z.array(z.object({ n: z.number() })) }).parse({ rows: [{ n: 'a secret' }] }))
    expect(failureOf(error, plain)).toEqual({
      kind: 'query',
      message: 'The data source gave an answer that Sightline does not understand (rows.0.n).',
      position: null,
    })
  })

  it('holds no secret of the source', () => {
    expect(failureOf(new Error('Login with "a secret" failed.'), plain).message).toBe('Login with "--------" failed.')
  })
})
