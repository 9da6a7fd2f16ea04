import { CompletionContext } from '@codemirror/autocomplete'
import { EditorState } from '@codemirror/state'
import { describe, expect, it } from 'vitest'
import { schemaSource } from './completion.ts'

const tables = [{ name: 'airports', columns: [{ name: 'longitude', type: 'DOUBLE' }] }]

/** The suggestions at the end of a text. */
async function suggestedAt(text: string, isAskedFor = false): Promise<string[]> {
  const context = new CompletionContext(EditorState.create({ doc: text }), text.length, isAskedFor)
  const result = await schemaSource(tables, 'duckdb')(context)
  return result?.options.map(({ label }) => label) ?? []
}

describe('tables and columns', () => {
  it('are suggested for the typed text (EDIT-28)', async () => {
    expect(await suggestedAt('SELECT long')).toEqual(['longitude'])
    expect(await suggestedAt('SELECT * FROM air')).toEqual(['airports'])
  })

  it('are not suggested automatically for a new name, which Enter would replace', async () => {
    expect(await suggestedAt('SELECT 1 AS on')).toEqual([])
    expect(await suggestedAt('SELECT 1 as\n on')).toEqual([])
    expect(await suggestedAt('SELECT 1 AS on', true)).toEqual(['longitude'])
    expect(await suggestedAt('SELECT has, on')).toEqual(['longitude'])
  })
})
