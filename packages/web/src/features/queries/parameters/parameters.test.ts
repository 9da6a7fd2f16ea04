import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { describe, expect, it } from 'vitest'
import { moved } from './QueryParameters.tsx'
import { followed } from './use-parameters.ts'

describe('parameters that follow the text', () => {
  const n: Definition = { name: 'n', type: 'number', title: 'How many', value: 3 }
  const start = { definitions: [n], left: [] }

  it('come and go with their names (PARAM-01, PARAM-02)', () => {
    expect(followed('{{ n }} {{ city }}', start).definitions.map(({ name }) => name)).toEqual(['n', 'city'])
    expect(followed('SELECT 1', start)).toEqual({ definitions: [], left: [n] })
  })

  it('stay the very same while other parts of the text change, so that nothing is drawn anew', () => {
    expect(followed('SELECT {{ n }} + 1', start)).toBe(start)
  })

  it('are as they were when their names come back', () => {
    const { definitions, left } = followed('{{ n }}', followed('SELECT 1', start))
    expect(definitions).toEqual([n])
    expect(left).toEqual([])
  })

  it('stay as they are while a tag is being typed', () => {
    const without = followed('SELECT 1', start)
    expect(followed('SELECT {{ n', without)).toEqual(without)
    expect(followed('{{ n }} {{', start)).toEqual(start)
  })
})

describe('the order of parameters', () => {
  const names = (definitions: readonly Definition[]) => definitions.map(({ name }) => name).join(' ')
  const three = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

  it('has one of them at another place (PARAM-39)', () => {
    expect(names(moved(three, 'a', 2))).toBe('b c a')
    expect(names(moved(three, 'c', 0))).toBe('c a b')
    expect(names(moved(three, 'b', 1))).toBe('a b c')
  })
})
