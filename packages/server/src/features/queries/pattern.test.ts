import { describe, expect, it } from 'vitest'
import { matchPatterns, patternKnowledge } from './pattern.ts'

describe('a pattern', () => {
  it('is matched from start to end, including alternatives', async () => {
    const checks = [
      { pattern: 'a|b', text: 'a' },
      { pattern: 'a|b', text: 'ab' },
      { pattern: 'a', text: 'a\n' },
      { pattern: '.*', text: 'x'.repeat(1_001) },
      { pattern: '.*', text: 'x'.repeat(1_000) },
    ]
    expect(await matchPatterns(checks)).toEqual([true, false, false, false, true])
  })

  it('matches nothing if it is invalid, even if it would close our own group', async () => {
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

  it('matches nothing if it takes exponential time, and does not block the event loop', async () => {
    const order: string[] = []
    const check = matchPatterns([{ pattern: '(a+)+$', text: `${'a'.repeat(40)}!` }]).then((matched) => {
      order.push('checked')
      return matched
    })
    // The event loop turns before another thread can respond, unless the check itself blocks it.
    setImmediate(() => order.push('event loop'))
    expect(await check).toEqual([false])
    expect(order).toEqual(['event loop', 'checked'])
  })

  it('leaves the patterns of the next request their time if it takes exponential time', async () => {
    const hostile = { pattern: '(a+)+$', text: `${'a'.repeat(40)}!` }
    const all = await Promise.all([
      matchPatterns(Array.from({ length: 20 }, () => hostile)),
      matchPatterns([{ pattern: 'a', text: 'a' }]),
    ])
    expect(all).toEqual([Array.from({ length: 20 }, () => false), [true]])
  })

  it('is only checked for values of parameters with a pattern', async () => {
    const definitions = [
      { name: 'code', type: 'text-pattern', regex: '[A-Z]{3}' },
      { name: 'other', type: 'text-pattern', regex: '[A-Z]{3}' },
      { name: 'free', type: 'text', regex: '.*' },
    ]
    const matches = await patternKnowledge(definitions, { code: 'ABC', other: 'abc', free: 'x' })
    expect([matches('[A-Z]{3}', 'ABC'), matches('[A-Z]{3}', 'abc'), matches('.*', 'x')]).toEqual([true, false, false])
  })
})
