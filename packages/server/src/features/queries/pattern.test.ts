import { describe, expect, it } from 'vitest'
import { matchPatterns, patternKnowledge } from './pattern.ts'

describe('a pattern', () => {
  it('is matched from end to end, alternatives included', async () => {
    const checks = [
      { pattern: 'a|b', text: 'a' },
      { pattern: 'a|b', text: 'ab' },
      { pattern: 'a', text: 'a\n' },
      { pattern: '.*', text: 'x'.repeat(1_001) },
      { pattern: '.*', text: 'x'.repeat(1_000) },
    ]
    expect(await matchPatterns(checks)).toEqual([true, false, false, false, true])
  })

  it('that is invalid matches nothing, not even what would close our brackets', async () => {
    const invalid = ['(', '[', '\\', 'a)|(?:b'].flatMap((pattern) => [
      { pattern, text: pattern },
      { pattern, text: 'ax' },
    ])
    expect(new Set(await matchPatterns(invalid))).toEqual(new Set([false]))
    const odd = [
      { pattern: '`', text: '`' },
      { pattern: '$`{1}', text: '$' },
    ]
    expect(await matchPatterns(odd)).toEqual([true, false])
  })

  it('that takes exponential time matches nothing, while the event loop goes on', async () => {
    const order: string[] = []
    const check = matchPatterns([{ pattern: '(a+)+$', text: `${'a'.repeat(40)}!` }]).then((matched) => {
      order.push('checked')
      return matched
    })
    // A turn of the event loop comes before the answer of another thread, unless the check itself holds it up.
    setImmediate(() => order.push('event loop'))
    expect(await check).toEqual([false])
    expect(order).toEqual(['event loop', 'checked'])
  })

  it('that takes exponential time leaves the patterns of the next request their time', async () => {
    const hostile = { pattern: '(a+)+$', text: `${'a'.repeat(40)}!` }
    const all = await Promise.all([
      matchPatterns(Array.from({ length: 20 }, () => hostile)),
      matchPatterns([{ pattern: 'a', text: 'a' }]),
    ])
    expect(all).toEqual([Array.from({ length: 20 }, () => false), [true]])
  })

  it('is checked for the values of parameters with a pattern, and for no others', async () => {
    const definitions = [
      { name: 'code', type: 'text-pattern', regex: '[A-Z]{3}' },
      { name: 'other', type: 'text-pattern', regex: '[A-Z]{3}' },
      { name: 'free', type: 'text', regex: '.*' },
    ]
    const matches = await patternKnowledge(definitions, { code: 'ABC', other: 'abc', free: 'x' })
    expect([matches('[A-Z]{3}', 'ABC'), matches('[A-Z]{3}', 'abc'), matches('.*', 'x')]).toEqual([true, false, false])
  })
})
