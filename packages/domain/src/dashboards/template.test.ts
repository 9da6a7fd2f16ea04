import type { Query } from '@sightline/contract/queries.ts'
import type { Widget } from '@sightline/contract/widgets.ts'
import { describe, expect, it } from 'vitest'
import {
  copiedQueryOptions,
  dropdownQueryIds,
  mismatch,
  type SourceOfTemplate,
  sourcesOfTemplate,
  type TemplateSource,
  templateQueryIds,
} from './template.ts'

const query = (id: number, source: number | null, more: Partial<Query> = {}) =>
  ({ id, name: `Query ${id}`, query: 'SELECT 1', data_source_id: source, options: {}, ...more }) as Query
const source = (id: number, language: string, more: Partial<TemplateSource> = {}): TemplateSource => ({
  id,
  name: `Source ${id}`,
  type_name: language,
  language,
  dialect: language,
  ...more,
})
const shown = (id: number) => ({ id: id + 100, visualization: { query: { id } } }) as Widget

describe('a template', () => {
  it('has the queries of its widgets, each once, and those of their dropdowns (DASH-86)', () => {
    expect(templateQueryIds([shown(1), { id: 5, text: '' } as Widget, shown(2), shown(1)])).toEqual([1, 2])
    const parameters = [
      { name: 'a', type: 'query', queryId: 7 },
      { name: 'b', type: 'text', queryId: 8 },
      { name: 'c', type: 'query', queryId: 7 },
    ]
    expect(dropdownQueryIds(query(1, 1, { options: { parameters } }))).toEqual([7])
    expect(dropdownQueryIds(query(1, 1))).toEqual([])
  })

  it('can be used only by those who see all of its widgets and texts (DASH-86)', () => {
    expect(templateQueryIds([shown(1), { id: 5, restricted: true } as Widget])).toBeNull()
    const hidden = [query(1, 1), query(2, 1, { query: null })]
    expect(sourcesOfTemplate(hidden, [source(1, 'mysql')])).toEqual({
      problem: 'You do not have access to the text of the query “Query 2”.',
    })
    expect(sourcesOfTemplate([query(3, null)], [source(1, 'mysql')])).toHaveProperty('problem')
  })

  it('has a data source to choose for each of its own (DASH-86)', () => {
    const [one, two] = [source(1, 'mysql'), source(2, 'sqlite')]
    const queries = [query(1, 1), query(2, 2), query(3, 1)]
    expect(sourcesOfTemplate(queries, [two, one])).toEqual([
      { source: one, queries: [queries[0], queries[2]] },
      { source: two, queries: [queries[1]] },
    ])
  })

  it('is refused on a data source with another language or without its dialect (DASH-86)', () => {
    expect(
      mismatch({ source: source(7, 'postgresql'), queries: [query(1, 7)] }, source(8, 'postgresql', { dialect: 'duckdb' })),
    ).toBe('Source 8 is postgresql and does not understand the queries of postgresql.')
    const of: SourceOfTemplate = { source: source(1, 'mysql'), queries: [query(1, 1)] }
    expect(mismatch(of, source(2, 'mysql', { dialect: 'mariadb' }))).toBeNull()
    expect(mismatch(of, source(3, 'sqlite'))).toBe('Source 3 is sqlite and does not understand the queries of mysql.')
    const dialects = { dialect: 'sqlite', dialects: ['duckdb', 'sqlite'] }
    const several = { source: source(4, 'results', dialects), queries: [query(1, 4, { options: { dialect: 'duckdb' } })] }
    expect(mismatch(several, source(5, 'results', dialects))).toBeNull()
    expect(mismatch(several, source(6, 'results', { dialect: 'sqlite' }))).toBe(
      'Source 6 does not understand the dialect of the query “Query 1”.',
    )
  })

  it('is copied with dropdowns that use the copies (DASH-86)', () => {
    const parameters = [
      { name: 'a', type: 'query', queryId: 7 },
      { name: 'b', type: 'query', queryId: 9 },
      { name: 'c', type: 'text' },
    ]
    const options = { apply_auto_limit: true, parameters }
    expect(copiedQueryOptions({ options }, new Map([[7, 70]]))).toEqual({
      apply_auto_limit: true,
      parameters: [{ ...parameters[0], queryId: 70 }, parameters[1], parameters[2]],
    })
    expect(copiedQueryOptions({ options: {} }, new Map())).toEqual({})
  })
})
