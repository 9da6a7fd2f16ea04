import { describe, expect, it } from 'vitest'
import { foundTypes, groupedTypes, type OfferedType } from './offered-types.ts'

const type = (name: string, category: string, aliases: string[] = [], popular = false): OfferedType => ({
  type: name.toLowerCase(),
  name,
  logo: '',
  category,
  aliases,
  popular,
})
const types = [
  type('CSV', 'file', ['tsv']),
  type('PostgreSQL', 'database', ['psql'], true),
  type('Redis', 'database'),
  type('Uploaded files', 'file', ['csv', 'xlsx'], true),
]
const names = (found: OfferedType[]) => found.map(({ name }) => name)

describe('the search of the gallery', () => {
  it('finds types by name and by alias, popular ones first (DS-34)', () => {
    expect(names(foundTypes(types, ' CSV '))).toEqual(['Uploaded files', 'CSV'])
    expect(names(foundTypes(types, 'psql'))).toEqual(['PostgreSQL'])
    expect(names(foundTypes(types, 'nothing'))).toEqual([])
  })

  it('keeps the order of the types without a text (DS-34)', () => {
    expect(names(foundTypes(types, ''))).toEqual(['CSV', 'PostgreSQL', 'Redis', 'Uploaded files'])
  })
})

describe('the groups of the gallery', () => {
  it('are the popular types, then each category that has any (DS-33)', () => {
    const groups = groupedTypes(types, [
      ['database', 'Databases'],
      ['search', 'Search'],
      ['file', 'Files'],
    ])
    expect(groups.map(({ title, types: members }) => [title, names(members)])).toEqual([
      ['Popular', ['PostgreSQL', 'Uploaded files']],
      ['Databases', ['Redis']],
      ['Files', ['CSV']],
    ])
  })

  it('are one of all types if there are no categories (DS-33)', () => {
    expect(groupedTypes(types, [])).toEqual([{ title: null, types }])
  })
})
