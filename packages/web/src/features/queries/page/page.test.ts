import { describe, expect, it } from 'vitest'
import { keyedResultPath, queryPath } from './addresses.ts'
import { firstSave, isDirty, newDraft, publishesByName } from './draft.ts'
import { formatText } from './format-text.ts'

describe('a new query', () => {
  it('QPAGE-04 has no text, the name New Query, no schedule and no options', () => {
    expect(firstSave(newDraft(3), null)).toMatchObject({ query: '', name: 'New Query', schedule: null, options: {} })
  })

  it('QPAGE-52 is not saved in parts: without a data source there is nothing to send', () => {
    expect(firstSave(newDraft(null), null)).toBeNull()
    expect(Object.keys(firstSave(newDraft(3), null) ?? {})).toEqual(expect.arrayContaining(['name', 'query', 'data_source_id']))
  })

  it('can be left without loss until something is in it', () => {
    expect(isDirty(newDraft(3), null)).toBe(false)
    expect(isDirty({ ...newDraft(3), text: 'SELECT 1' }, null)).toBe(true)
    expect(isDirty({ ...newDraft(3), tags: ['sales'] }, null)).toBe(true)
  })
})

describe('naming a draft', () => {
  const naming = { name: 'Revenue', isDraft: true, isAutoPublishOn: true, mayPublish: true }

  it('QPAGE-22 publishes it when the setting is on and the name is not New Query', () => {
    expect(publishesByName(naming)).toBe(true)
    expect(publishesByName({ ...naming, name: 'New Query' })).toBe(false)
    expect(publishesByName({ ...naming, isAutoPublishOn: false })).toBe(false)
    expect(publishesByName({ ...naming, isDraft: false })).toBe(false)
  })

  it('OPEN-49 publishes nothing that its editor may not publish', () => {
    expect(publishesByName({ ...naming, mayPublish: false })).toBe(false)
  })
})

describe('addresses', () => {
  it('QPAGE-42 carry the suffix of source mode and parameter values with the prefix p_', () => {
    expect(queryPath(12, 'view')).toBe('queries/12')
    expect(queryPath(12, 'source')).toBe('queries/12/source')
    expect(queryPath(12, 'source', { city: 'São Paulo' })).toBe('queries/12/source?p_city=S%C3%A3o+Paulo')
  })

  it('name the latest result by the key of the query', () => {
    expect(keyedResultPath(12, 'csv', 'abc')).toBe('api/queries/12/results.csv?api_key=abc')
  })
})

describe('formatting', () => {
  const refuse = () => Promise.reject(new Error('not asked'))

  it('asks the server for SQL', async () => {
    expect(await formatText('select 1', 'sql', (text) => Promise.resolve(text.toUpperCase()))).toBe('SELECT 1')
  })

  it('EDIT-23 indents JSON by 4 spaces', async () => {
    expect(await formatText('{"a":[1]}', 'json', refuse)).toBe('{\n    "a": [\n        1\n    ]\n}')
  })

  it('EDIT-24 refuses an empty text', async () => {
    await expect(formatText('  ', 'sql', refuse)).rejects.toThrow("Can't execute empty query.")
  })

  it('EDIT-25 refuses other syntaxes', async () => {
    await expect(formatText('print(1)', 'python', refuse)).rejects.toThrow(
      'Query formatting is not supported for your data source syntax.',
    )
  })
})
