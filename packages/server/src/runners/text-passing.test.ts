import { readFileSync } from 'node:fs'
import { textLanguage } from '@sightline/domain/query-dialect.ts'
import { lexicalRulesOf } from '@sightline/domain/query-text/languages.ts'
import { describe, expect, it } from 'vitest'
import { runners } from './registry.ts'

/** How the guide begins its sentence on each of these. */
const WORDS = { parameters: 'bound:', parameters_outside_lists: 'bound', digits_outside_lists: 'sent as hexadecimal digits' }

/** The types of a row of the guide, and how it says that they pass texts. */
function rowsOfGuide(): Map<string, string> {
  const guide = readFileSync(new URL('../../../../docs/guide/parameters.md', import.meta.url), 'utf8')
  const [, table = ''] = guide.split('| type | the text is | because |\n')
  const rows = (table.split('\n\n')[0] ?? '').split('\n').map((row) => row.split('|').map((cell) => cell.trim()))
  return new Map(rows.flatMap(([, types = '', how = '']) => types.split(', ').map((type): [string, string] => [type, how])))
}

describe('the guide on texts as values', () => {
  it('says of every type with SQL how it passes them, as the type declares it (PARAM-73)', () => {
    const rows = rowsOfGuide()
    const types = [...runners.values()].filter((runner) => lexicalRulesOf(textLanguage(runner), '').isSql)
    expect(types.filter(({ name }) => !rows.has(name)).map(({ name }) => name)).toEqual([])
    for (const { name, textPassing } of types)
      expect(rows.get(name), name).toMatch(new RegExp(`^${textPassing ? WORDS[textPassing] : 'escaped'}`))
  })

  it('says that all other types refuse them, which declare nothing (PARAM-73)', () => {
    const others = [...runners.values()].filter((runner) => !lexicalRulesOf(textLanguage(runner), '').isSql)
    expect(others.filter(({ textPassing }) => textPassing !== undefined)).toEqual([])
    expect(rowsOfGuide().get('all other types')).toBe('refused')
  })
})
