import { describe, expect, it } from 'vitest'
import { queryDialect, splitDialect, textLanguage, withDialect } from './query-dialect.ts'

const results = { language: 'query-results', dialect: 'sqlite', dialects: ['duckdb', 'sqlite'] }
const postgres = { language: 'postgresql', dialect: 'postgresql' }

describe('the dialect of a query', () => {
  it('is the one that it has chosen where its data source offers that, else the usual one (DS-30)', () => {
    expect(queryDialect(results, 'duckdb')).toBe('duckdb')
    expect(queryDialect(results, 'oracle')).toBe('sqlite')
    expect(queryDialect(results, undefined)).toBe('sqlite')
    expect(queryDialect(postgres, 'duckdb')).toBe('postgresql')
  })

  it('is part of how its values are written where there is a choice', () => {
    expect(textLanguage(results)).toBe('query-results/sqlite')
    expect(textLanguage(postgres)).toBe('postgresql')
  })
})

describe('the text of a run', () => {
  it('names its dialect, and gives the text back as it was written', () => {
    const text = '-- mine\nselect 1'
    expect(splitDialect(withDialect(text, 'duckdb'))).toEqual({ dialect: 'duckdb', text })
    expect(splitDialect(withDialect(text, null))).toEqual({ dialect: null, text })
  })

  it('is in no other dialect because its author wrote the comment that names one', () => {
    const written = withDialect('select 1', 'duckdb')
    expect(splitDialect(withDialect(written, null)).dialect).toBeNull()
    expect(splitDialect(withDialect(written, 'duckdb'))).toEqual({ dialect: 'duckdb', text: written })
  })
})
