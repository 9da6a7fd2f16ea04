import { type Completion, CompletionContext } from '@codemirror/autocomplete'
import { sql } from '@codemirror/lang-sql'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { snippetSource, templateOf, triggeredBy } from './snippets.ts'

const snippet = (trigger: string, text = 'select 1') => ({ trigger, description: '', snippet: text })
const snippets = [snippet('top'), snippet('stop'), snippet('week on week'), snippet('/dau')]

/** The snippets offered at the `|` in a text. */
async function offered(text: string, explicit = false): Promise<string[] | null> {
  const pos = text.indexOf('|')
  const state = EditorState.create({ doc: text.replace('|', ''), extensions: sql() })
  const result = await snippetSource(snippets)(new CompletionContext(state, pos, explicit))
  return result === null ? null : result.options.map(({ label }: Completion) => label)
}

describe('suggesting snippets', () => {
  it('offers them by their triggers, while typing or on request (EDIT-28)', async () => {
    expect(await offered('select to|')).toEqual(['top', 'stop', 'week on week', '/dau'])
    expect(await offered('select |')).toBeNull()
    expect(await offered('select |', true)).toHaveLength(4)
  })

  it('offers none in strings and comments', async () => {
    expect(await offered("select 'to|'")).toBeNull()
    expect(await offered('-- to|')).toBeNull()
  })
})

describe('the trigger before the cursor', () => {
  it.each([
    ['top', 'top'],
    ['from (top', 'top'],
    ['a stop', 'stop'],
    ['x week on week', 'week on week'],
    ['a/dau', '/dau'],
    ['desktop', null],
    ['to', null],
    ['', null],
  ])('of %j is %j', (text, trigger) => {
    expect(triggeredBy(text, snippets)?.trigger ?? null).toBe(trigger)
  })
})

describe('the template of a snippet', () => {
  const end = '$' + '{}'

  it('puts the cursor at its end by default', () => {
    expect(templateOf(snippet('a', 'select 1'))).toBe(`select 1${end}`)
    expect(templateOf(snippet('a', `select ${end} from t`))).toBe(`select ${end} from t`)
  })

  it('keeps backslashes before braces', () => {
    expect(templateOf(snippet('a', String.raw`a\{2\}\n`))).toBe(String.raw`a\\{2\\}\n` + end)
  })
})
