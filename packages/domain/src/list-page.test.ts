import { describe, expect, it } from 'vitest'
import { byLetters, listPage, listPageByName } from './list-page.ts'
import { listState } from './list-state.ts'

const items = ['default', 'Analysts', 'admin', 'Finance'].map((name) => ({ name }))
const names = (search: Parameters<typeof listState>[0], pageSize = 10) =>
  listPageByName(items, listState(search, { page_size: pageSize, order: 'name' })).results.map(({ name }) => name)

describe('a list that came whole', () => {
  it('stands by name, whatever the case', () => {
    expect(names({})).toEqual(['admin', 'Analysts', 'default', 'Finance'])
    expect(names({ order: '-name' })).toEqual(['Finance', 'default', 'Analysts', 'admin'])
  })

  it('is found by a part of the name', () => {
    expect(names({ q: 'AN' })).toEqual(['Analysts', 'Finance'])
    expect(names({ q: 'nothing' })).toEqual([])
  })

  it('is cut into pages, the last of which stands for those behind it', () => {
    expect(names({ page: 2 }, 3)).toEqual(['Finance'])
    expect(names({ page: 9 }, 3)).toEqual(['Finance'])
    expect(listPageByName(items, listState({}, { page_size: 3 })).count).toBe(4)
  })
})

describe('a list with orders of its own', () => {
  const people = [
    { name: 'Bob', town: 'Bern' },
    { name: 'Ada', town: 'Basel' },
    { name: 'Cleo', town: 'Aarau' },
  ]
  const found = (search: Parameters<typeof listState>[0]) =>
    listPage(people, listState(search, { page_size: 10, order: 'name' }), {
      textOf: ({ name, town }) => `${name} ${town}`,
      defaultKey: ({ name }) => name,
      compare: byLetters,
      orders: { name: ({ name }) => name, town: ({ town }) => town },
    }).results.map(({ name }) => name)

  it('stands by the one that is asked for', () => {
    expect(found({ order: 'town' })).toEqual(['Cleo', 'Ada', 'Bob'])
    expect(found({ order: '-town' })).toEqual(['Bob', 'Ada', 'Cleo'])
  })

  it('stands by its own where none is in force', () => {
    expect(found({ order: '-unknown' })).toEqual(['Ada', 'Bob', 'Cleo'])
    expect(found({ order: '-town', q: 'B' })).toEqual(['Ada', 'Bob'])
  })
})
