import { describe, expect, it } from 'vitest'
import { fieldTitle, tableColumns } from './names.ts'

describe('the title of a field without its own title', () => {
  it.each([
    ['port', 'Port'],
    ['connection_string', 'Connection String'],
    ['user-agent', 'User Agent'],
    ['useSsl', 'UseSsl'],
  ])('is derived from its name: %s', (name, title) => {
    expect(fieldTitle(name)).toBe(title)
  })
})

describe('the columns of a query result that is used as a table', () => {
  it('have names without characters that SQL would misread', () => {
    expect(tableColumns(['a:b.c', 'say "hi"', 'new\nline', '', 'plain', 'größe'])).toEqual([
      'a_b_c',
      'say__hi_',
      'new_line',
      '_',
      'plain',
      'größe',
    ])
  })

  it('have unique names, ignoring case', () => {
    expect(tableColumns(['Id', 'id', 'ID', 'id_2', 'a b', 'a.b'])).toEqual(['Id', 'id_2', 'ID_3', 'id_2_2', 'a_b', 'a_b_2'])
  })
})
