import type { Query } from '@sightline/contract/queries.ts'
import { describe, expect, it } from 'vitest'
import { embedPath, frameCode, keyedResultPath } from './addresses.ts'
import { firstSave, hasTextChanges, holds, isDirty, newDraft, publishesByName, runsAsSaved, textChanges } from './draft.ts'
import { formatText } from './format-text.ts'
import { keptDraft, readKeptDraft } from './kept-draft.ts'
import { keyNamed } from './use-page-keys.ts'

describe('a new query', () => {
  it('has no text, the name New Query, no schedule and no options (QPAGE-04)', () => {
    expect(firstSave(newDraft(3), null)).toMatchObject({ query: '', name: 'New Query', schedule: null, options: {} })
  })

  it('is not saved in parts: without a data source there is nothing to send (QPAGE-52)', () => {
    expect(firstSave(newDraft(null), null)).toBeNull()
    expect(Object.keys(firstSave(newDraft(3), null) ?? {})).toEqual(expect.arrayContaining(['name', 'query', 'data_source_id']))
  })

  it('can be left without loss until something is in it', () => {
    expect(isDirty(newDraft(3), null)).toBe(false)
    expect(isDirty({ ...newDraft(3), text: 'SELECT 1' }, null)).toBe(true)
    expect(isDirty({ ...newDraft(3), tags: ['sales'] }, null)).toBe(true)
  })
})

describe('a saved query with parameters', () => {
  const n = { name: 'n', type: 'number', title: 'N', value: 1 }
  const saved = { query: 'SELECT {{ n }}', options: { apply_auto_limit: true, parameters: [n] } }
  const draft = { ...newDraft(3), text: saved.query, parameters: [n] }
  const withN = (part: object) => ({ ...draft, parameters: [{ ...n, ...part }] })

  it('is unsaved once a parameter is another one, not by its values (PARAM-40)', () => {
    expect(isDirty(draft, saved)).toBe(false)
    expect(isDirty(withN({ title: 'Other' }), saved)).toBe(true)
    expect(isDirty({ ...draft, parameters: [] }, saved)).toBe(true)
    expect(isDirty(withN({ value: 2 }), saved)).toBe(false)
    expect(isDirty(withN({ pendingValue: 2 }), saved)).toBe(false)
  })

  it('is not unsaved by opening it when the text names a parameter that was never saved (PARAM-40)', () => {
    const bare = { ...saved, options: {} }
    expect(isDirty(withN({ type: 'text' }), bare)).toBe(false)
    expect(runsAsSaved(withN({ type: 'text' }), bare)).toBe(false)
  })

  it('runs as it is saved with other values, not with other parameters', () => {
    expect(runsAsSaved(withN({ value: 2 }), saved)).toBe(true)
    expect(runsAsSaved(withN({ type: 'text' }), saved)).toBe(false)
    expect(runsAsSaved({ ...draft, text: 'SELECT 1 + {{ n }}' }, saved)).toBe(false)
  })

  it('is saved with its applied values, and keeps its other options (QPAGE-51)', () => {
    expect(hasTextChanges(draft, saved)).toBe(false)
    expect(hasTextChanges(withN({ value: 2 }), saved)).toBe(true)
    expect(textChanges(draft, saved)).toEqual({ query: 'SELECT {{ n }}' })
    expect(textChanges(withN({ value: 2, pendingValue: 3 }), saved)).toEqual({
      query: 'SELECT {{ n }}',
      options: { apply_auto_limit: true, parameters: [{ name: 'n', type: 'number', title: 'N', value: 2 }] },
    })
  })
})

describe('a save whose answer was lost', () => {
  const parameters = [{ name: 'n', type: 'number', value: 1 }]
  const stored = { name: 'Sales', query: 'SELECT {{ n }}', options: { parameters } } as Query

  it('is in the query that the server has by now', () => {
    expect(holds(stored, { query: 'SELECT {{ n }}', version: 3, latest_query_data_id: 5 })).toBe(true)
    // A database keeps the keys in another order than a page.
    expect(holds(stored, { options: { parameters: [{ value: 1, type: 'number', name: 'n' }] } })).toBe(true)
    expect(holds(stored, { query: 'SELECT 2' })).toBe(false)
    expect(holds(stored, { query: 'SELECT {{ n }}', name: 'Other' })).toBe(false)
    expect(holds(stored, { options: { parameters: [{ name: 'n', type: 'number', value: 2 }] } })).toBe(false)
  })
})

describe('a draft that was kept', () => {
  it('is read as it was, without what was typed into parameters and not applied', () => {
    const draft = { ...newDraft(3), text: 'SELECT {{ n }}', parameters: [{ name: 'n', value: 1, pendingValue: 2 }] }
    const read = readKeptDraft(JSON.parse(JSON.stringify(keptDraft(draft, 4))))
    expect(read).toEqual({ ...draft, parameters: [{ name: 'n', value: 1 }], version: 4 })
  })

  it.each([[null], ['text'], [{}], [{ ...newDraft(1), version: null, text: 5 }]])('is none where it is %j', (value) => {
    expect(readKeptDraft(value)).toBeNull()
  })
})

describe('naming a draft', () => {
  const naming = { name: 'Revenue', isDraft: true, isAutoPublishOn: true, mayPublish: true }

  it('publishes it when the setting is on and the name is not New Query (QPAGE-22)', () => {
    expect(publishesByName(naming)).toBe(true)
    expect(publishesByName({ ...naming, name: 'New Query' })).toBe(false)
    expect(publishesByName({ ...naming, isAutoPublishOn: false })).toBe(false)
    expect(publishesByName({ ...naming, isDraft: false })).toBe(false)
  })

  it('publishes nothing that its editor may not publish (OPEN-49)', () => {
    expect(publishesByName({ ...naming, mayPublish: false })).toBe(false)
  })
})

describe('the keys of the page', () => {
  const pressed = (key: string, code: string, ...held: string[]) =>
    keyNamed({
      key,
      code,
      ctrlKey: held.includes('ctrl'),
      metaKey: held.includes('meta'),
      altKey: held.includes('alt'),
      shiftKey: held.includes('shift'),
    })

  it('save, execute and lay out, with any alphabet (EDIT-18, EDIT-19, EDIT-21)', () => {
    expect(pressed('s', 'KeyS', 'ctrl')).toBe('save')
    expect(pressed('ы', 'KeyS', 'meta')).toBe('save')
    expect(pressed('Enter', 'Enter', 'ctrl')).toBe('execute')
    expect(pressed('Enter', 'Enter', 'alt')).toBe('execute')
    expect(pressed('F', 'KeyF', 'ctrl', 'shift')).toBe('format')
    expect(pressed('А', 'KeyF', 'meta', 'shift')).toBe('format')
  })

  it('leave all others to whom they belong', () => {
    expect(pressed('s', 'KeyS')).toBeNull()
    expect(pressed('S', 'KeyS', 'ctrl', 'shift')).toBeNull()
    expect(pressed('ś', 'KeyS', 'ctrl', 'alt')).toBeNull()
    expect(pressed('f', 'KeyF', 'ctrl')).toBeNull()
    expect(pressed('Enter', 'Enter')).toBeNull()
    expect(pressed('Enter', 'Enter', 'ctrl', 'alt')).toBeNull()
    expect(pressed('Enter', 'Enter', 'ctrl', 'shift')).toBeNull()
  })
})

describe('addresses', () => {
  it('name the latest result by the key of the query', () => {
    expect(keyedResultPath(12, 'csv', 'abc')).toBe('api/queries/12/results.csv?api_key=abc')
  })

  it('of embeds hold the key where there is one, and the values of parameters', () => {
    expect(embedPath(12, 3, null, {})).toBe('embed/query/12/visualization/3')
    expect(embedPath(12, 3, 'abc', { p_city: 'Århus & "co"' })).toBe(
      'embed/query/12/visualization/3?api_key=abc&p_city=%C3%85rhus+%26+%22co%22',
    )
  })

  it('stand in the code of a frame without ending it', () => {
    expect(frameCode('https://example.com/e?a=1&b="2"', 720, 391)).toBe(
      '<iframe src="https://example.com/e?a=1&amp;b=&quot;2&quot;" width="720" height="391"></iframe>',
    )
  })
})

describe('formatting', () => {
  const refuse = () => Promise.reject(new Error('not asked'))

  it('asks the server for SQL', async () => {
    expect(await formatText('select 1', 'sql', (text) => Promise.resolve(text.toUpperCase()))).toBe('SELECT 1')
  })

  it('indents JSON by 4 spaces (EDIT-23)', async () => {
    expect(await formatText('{"a":[1]}', 'json', refuse)).toBe('{\n    "a": [\n        1\n    ]\n}')
  })

  it('refuses an empty text (EDIT-24)', async () => {
    await expect(formatText('  ', 'sql', refuse)).rejects.toThrow("Can't execute empty query.")
  })

  it('refuses other syntaxes (EDIT-25)', async () => {
    await expect(formatText('print(1)', 'python', refuse)).rejects.toThrow(
      'Query formatting is not supported for your data source syntax.',
    )
  })
})
