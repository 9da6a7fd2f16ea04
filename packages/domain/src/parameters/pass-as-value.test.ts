import { describe, expect, it } from 'vitest'
import { type Definition, isSafe, newDefinition } from './definition.ts'
import { arePassable, passingObstacle, withTextPassed } from './pass-as-value.ts'

const origin: Definition = { ...newDefinition('origin'), passAsValue: null }
const obstacle = (text: string, language = 'postgresql') => passingObstacle(origin, text, language)

describe('what keeps a text from being passed as a value', () => {
  it('is nothing if all its places take values (OPEN-514)', () => {
    expect(obstacle("SELECT * FROM flights WHERE origin = {{ origin }} OR city LIKE '%{{ origin }}%'")).toBeNull()
    expect(obstacle('SELECT * FROM {{ table }} WHERE origin = {{ origin }}')).toBeNull()
  })

  it('is the first place that takes none, with its reason (OPEN-514)', () => {
    expect(obstacle('SELECT * FROM flights WHERE origin = {{ origin }} ORDER BY {{ origin }}')).toBe(
      'The query expects no value here, so the text could become a name or a keyword. It cannot run with Pass as value.',
    )
    expect(obstacle('SELECT "{{ origin }}" FROM flights')).toMatch(/^A name in quotes is no value/)
    expect(obstacle("SELECT * FROM flights WHERE origin = '{{ origin }}")).toBe(
      'The quotes around the tag are not closed in the query.',
    )
  })

  it('is a language other than SQL, and a text whose tags cannot be read (OPEN-514)', () => {
    expect(obstacle('{"url": "{{ origin }}"}', 'json')).toMatch(/^Only SQL queries/)
    expect(obstacle('SELECT {{#origin}} {{ origin }}')).toMatch(/^No tag of this parameter/)
  })
})

describe('the texts of a query that are passed as values', () => {
  const passed: Definition = { ...origin, passAsValue: true }

  it('can be if each of their places takes a value, or they have none (SHARE-08)', () => {
    expect(arePassable([passed], 'SELECT {{ origin }} AS origin', 'postgresql')).toBe(true)
    expect(arePassable([passed], 'SELECT 1', 'postgresql')).toBe(true)
    expect(arePassable([passed], 'SELECT count(*) FROM {{ origin }}', 'postgresql')).toBe(false)
    expect(arePassable([passed], '{"url": "{{ origin }}"}', 'json')).toBe(false)
  })

  it('do not concern texts that are not passed as values (SHARE-08)', () => {
    expect(arePassable([origin], 'SELECT count(*) FROM {{ origin }}', 'postgresql')).toBe(true)
  })
})

describe('turning Pass as value on', () => {
  const other: Definition = { name: 'code', type: 'text-pattern', regex: 'A.*' }

  it('makes the query safe, and turning it off again restores the definition (OPEN-514)', () => {
    const { passAsValue: _, ...before } = origin
    const passed = withTextPassed([{ ...before, name: 'origin' }], 'origin', true)
    expect([isSafe([origin]), isSafe(passed)]).toEqual([false, true])
    expect(withTextPassed(passed, 'origin', false)).toEqual([before])
  })

  it('changes no other parameter and no other type (OPEN-514)', () => {
    expect(withTextPassed([origin, other], 'code', true)).toEqual([origin, other])
  })
})
