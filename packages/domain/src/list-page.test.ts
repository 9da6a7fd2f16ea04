import { describe, expect, it } from 'vitest'
import { byLettersOf, listPage, listPageByName } from './list-page.ts'
import { listState } from './list-state.ts'

const items = ['default', 'Analysts', 'admin', 'Finance'].map((name) => ({ name }))
const names = (search: Parameters<typeof listState>[0], pageSize = 10) =>
  listPageByName(items, listState(search, { page_size: pageSize, order: 'name' }), 'en').results.map(({ name }) => name)

describe('a list that the server returns whole', () => {
  it('is sorted by name, ignoring case', () => {
    expect(names({})).toEqual(['admin', 'Analysts', 'default', 'Finance'])
    expect(names({ order: '-name' })).toEqual(['Finance', 'default', 'Analysts', 'admin'])
  })

  it('is sorted by the alphabet of the reader (OPEN-528)', () => {
    const sortedIn = (language: string) =>
      listPageByName(
        [{ name: 'Zebra' }, { name: 'Öl' }, { name: 'Oma' }],
        listState({}, { page_size: 10, order: 'name' }),
        language,
      )
    expect(sortedIn('de').results.map(({ name }) => name)).toEqual(['Öl', 'Oma', 'Zebra'])
    expect(sortedIn('sv').results.map(({ name }) => name)).toEqual(['Oma', 'Zebra', 'Öl'])
  })

  it('is searched by a part of the name', () => {
    expect(names({ q: 'AN' })).toEqual(['Analysts', 'Finance'])
    expect(names({ q: 'nothing' })).toEqual([])
  })

  it('is split into pages; page numbers beyond the end show the last one', () => {
    expect(names({ page: 2 }, 3)).toEqual(['Finance'])
    expect(names({ page: 9 }, 3)).toEqual(['Finance'])
    expect(listPageByName(items, listState({}, { page_size: 3 }), 'en').count).toBe(4)
  })
})

describe('a list with its own sort orders', () => {
  const people = [
    { name: 'Bob', town: 'Bern' },
    { name: 'Ada', town: 'Basel' },
    { name: 'Cleo', town: 'Aarau' },
  ]
  const found = (search: Parameters<typeof listState>[0]) =>
    listPage(people, listState(search, { page_size: 10, order: 'name' }), {
      textOf: ({ name, town }) => `${name} ${town}`,
      defaultKey: ({ name }) => name,
      compare: byLettersOf('en'),
      orders: { name: ({ name }) => name, town: ({ town }) => town },
    }).results.map(({ name }) => name)

  it('is sorted by the requested one', () => {
    expect(found({ order: 'town' })).toEqual(['Cleo', 'Ada', 'Bob'])
    expect(found({ order: '-town' })).toEqual(['Bob', 'Ada', 'Cleo'])
  })

  it('has its default order if none is requested', () => {
    expect(found({ order: '-unknown' })).toEqual(['Ada', 'Bob', 'Cleo'])
    expect(found({ order: '-town', q: 'B' })).toEqual(['Ada', 'Bob'])
  })
})
