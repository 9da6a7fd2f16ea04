import { describe, expect, it } from 'vitest'
import { queryDialect, splitDialect, textLanguage, withDialect } from './query-dialect.ts'

const results = { language: 'query-results', dialect: 'sqlite', dialects: ['duckdb', 'sqlite'] }
const postgres = { language: 'postgresql', dialect: 'postgresql' }

describe('the dialect of a query', () => {
  it('is the chosen one if its data source supports it, and the default otherwise (DS-30)', () => {
    expect(queryDialect(results, 'duckdb')).toBe('duckdb')
    expect(queryDialect(results, 'oracle')).toBe('sqlite')
    expect(queryDialect(results, undefined)).toBe('sqlite')
    expect(queryDialect(postgres, 'duckdb')).toBe('postgresql')
  })

  it('is part of the language if there is a choice', () => {
    expect(textLanguage(results)).toBe('query-results/sqlite')
    expect(textLanguage(postgres)).toBe('postgresql')
  })
})

describe('the query text of a run', () => {
  it('names its dialect, and can be converted back to the original text', () => {
    const text = '-- mine\nselect 1'
    expect(splitDialect(withDialect(text, 'duckdb'))).toEqual({ dialect: 'duckdb', text })
    expect(splitDialect(withDialect(text, null))).toEqual({ dialect: null, text })
  })

  it('does not change its dialect because of a comment written by the author', () => {
    const written = withDialect('select 1', 'duckdb')
    expect(splitDialect(withDialect(written, null)).dialect).toBeNull()
    expect(splitDialect(withDialect(written, 'duckdb'))).toEqual({ dialect: 'duckdb', text: written })
  })
})
