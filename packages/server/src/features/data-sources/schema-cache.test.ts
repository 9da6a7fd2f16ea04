import { describe, expect, it } from 'vitest'
import { SchemaCache } from './schema-cache.ts'

const MB = 1024 * 1024
const then = new Date('2026-01-01T00:00:00Z')

describe('cached schemas', () => {
  it('are used until the schema is read again', () => {
    const kept = new SchemaCache()
    kept.set(1, then, Buffer.from('{"schema":[]}'))
    expect(kept.get(1, then)?.bytes.toString()).toBe('{"schema":[]}')
    expect(kept.get(1, new Date(then.getTime() + 1))).toBeNull()
    expect(kept.get(2, then)).toBeNull()
  })

  it('never exceed the memory limit: the least recently used ones are dropped', () => {
    const kept = new SchemaCache()
    for (const id of [1, 2, 3]) kept.set(id, then, Buffer.alloc(10 * MB))
    kept.get(1, then)
    kept.set(4, then, Buffer.alloc(10 * MB))
    expect([1, 2, 3, 4].map((id) => kept.get(id, then) !== null)).toEqual([true, false, true, true])
    // A schema that replaces another one of the same source takes over its space.
    kept.set(4, new Date(), Buffer.alloc(12 * MB))
    expect([1, 3].map((id) => kept.get(id, then) !== null)).toEqual([true, true])
  })

  it('do not include one that exceeds the memory limit by itself', () => {
    const kept = new SchemaCache()
    expect(kept.set(1, then, Buffer.alloc(33 * MB)).bytes).toHaveLength(33 * MB)
    expect(kept.get(1, then)).toBeNull()
  })
})
