import { describe, expect, it } from 'vitest'
import { json, stubbedSource } from '../../testing/stubbed-source.ts'
import { testSentValues } from '../conformance/sent-values.ts'
import xpack from '../elasticsearch2-xpack-sql/index.ts'
import { sqlColumn } from './sql.ts'

describe('a column of an SQL result', () => {
  it.each([
    ['date', { as: 'text', type: 'datetime' }],
    ['datetime', { as: 'text', type: 'datetime' }],
    ['timestamp', { as: 'text', type: 'datetime' }],
    ['unsigned_long', { as: 'decimal', digits: { precision: 20, scale: 0 } }],
    ['boolean', { as: 'boolean' }],
    ['byte', { as: 'integer' }],
    ['short', { as: 'integer' }],
    ['integer', { as: 'integer' }],
    ['long', { as: 'integer' }],
    ['double', { as: 'float' }],
    ['float', { as: 'float' }],
    ['half_float', { as: 'float' }],
    ['scaled_float', { as: 'float' }],
    ['object', { as: 'json' }],
    ['nested', { as: 'json' }],
    ['text', { as: 'text' }],
    ['keyword', { as: 'text' }],
    ['constant_keyword', { as: 'text' }],
    ['ip', { as: 'text' }],
    ['geo_point', {}],
    ['date_range', {}],
    ['long_text', {}],
    ['text_only', {}],
    ['update', {}],
  ])('of type %s is kept as %j', (type, kept) => {
    expect(sqlColumn('n', type)).toEqual({ name: 'n', sourceType: type, ...kept })
  })
})

describe('the SQL of Elasticsearch', () => {
  testSentValues({
    runner: xpack,
    marker: /\?/g,
    async source(answer) {
      const { run } = await stubbedSource(
        xpack,
        ({ url }) => ({ url }),
        ({ body }) => {
          const { query, params = [] } = JSON.parse(body)
          const cell = answer({ text: query, values: params })
          if (cell instanceof Error) return json({ error: { reason: cell.message }, status: 400 }, 400)
          return json({ columns: [{ name: 'a', type: 'keyword' }], rows: [[cell]] })
        },
      )
      return (text, bindsTexts) => run(text, { bindsTexts })
    },
  })
})
