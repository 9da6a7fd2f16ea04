import type { Definition } from '@sightline/domain/parameters/definition.ts'
import { describe, expect, it } from 'vitest'
import { moved } from './QueryParameters.tsx'
import { trackParameters } from './use-parameters.ts'

describe('the parameters of a text', () => {
  const n: Definition = { name: 'n', type: 'number', title: 'How many', value: 3 }
  const start = { definitions: [n], removed: [], blocks: new Set<string>() }

  it('are added and removed with their names (PARAM-01, PARAM-02)', () => {
    expect(trackParameters('{{ n }} {{ city }}', start).definitions.map(({ name }) => name)).toEqual(['n', 'city'])
    expect(trackParameters('SELECT 1', start)).toMatchObject({ definitions: [], removed: [n] })
  })

  it('stay the same object while other parts of the text change, so that nothing is rendered', () => {
    expect(trackParameters('SELECT {{ n }} + 1', start)).toBe(start)
  })

  it('get their previous definitions when their names come back', () => {
    const { definitions, removed } = trackParameters('{{ n }}', trackParameters('SELECT 1', start))
    expect(definitions).toEqual([n])
    expect(removed).toEqual([])
  })

  it('do not change while a placeholder is being typed', () => {
    const without = trackParameters('SELECT 1', start)
    expect(trackParameters('SELECT {{ n', without)).toEqual(without)
    expect(trackParameters('{{ n }} {{', start)).toEqual(start)
  })

  it('become optional with the first block written for them, and stay as they are set from then on (PARAM-47)', () => {
    const isOptional = ({ definitions }: ReturnType<typeof trackParameters>) => definitions.map(({ optional }) => optional)
    const open = trackParameters('{{#n}} {{ n }}', start)
    expect(isOptional(open)).toEqual([undefined])
    const block = '{{#n}} and x = {{ n }} {{/n}}'
    const written = trackParameters(`${block} {{ city }} {{^land}} none {{/land}}`, open)
    expect(isOptional(written)).toEqual([true, undefined, true])
    const required = { ...written, definitions: [n] }
    expect(trackParameters(`${block} or true`, required).definitions).toEqual([n])
    expect(trackParameters(block, trackParameters('{{ n }}', required)).definitions).toEqual([n])
    expect(trackParameters(block, trackParameters('SELECT 1', required)).definitions).toEqual([n])
  })
})

describe('the order of parameters', () => {
  const names = (definitions: readonly Definition[]) => definitions.map(({ name }) => name).join(' ')
  const three = [{ name: 'a' }, { name: 'b' }, { name: 'c' }]

  it('changes when one of them is moved (PARAM-39)', () => {
    expect(names(moved(three, 'a', 2))).toBe('b c a')
    expect(names(moved(three, 'c', 0))).toBe('c a b')
    expect(names(moved(three, 'b', 1))).toBe('a b c')
  })
})
