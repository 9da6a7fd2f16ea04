import { expect, it } from 'vitest'
import { perProcess } from './process-memory.ts'

it('keeps one value for each process, whatever the context in which it is asked for', () => {
  const names = perProcess(() => new Set<string>())
  const [one, other] = [{ memory: {} }, { memory: {} }]
  names(one).add('Ada')
  names(other).add('Bob')
  expect([...names({ ...one })]).toEqual(['Ada'])
  expect([...names(other)]).toEqual(['Bob'])
})
