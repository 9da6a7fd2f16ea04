import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { describe, expect, it } from 'vitest'
import type { SourceColumn } from '../../ui/data-table/row-source.ts'
import { declaredOptions, needs, problem, requiredColumns, storedOptions, suggest } from './options.ts'
import { editorFields } from './PlugInEditor.tsx'

const schema: PlugInVisualization['options_schema'] = {
  type: 'object',
  secret: [],
  order: ['label', 'value', 'other', 'limit', 'order', 'title'],
  required: ['label', 'value', 'title'],
  properties: {
    label: { type: 'string', column: 'text' },
    value: { type: 'string', title: 'Value', column: 'number' },
    other: { type: 'string', column: 'number' },
    limit: { type: 'number', default: 20 },
    order: { type: 'string', enum: ['rows', 'value'], default: 'rows' },
    title: { type: 'string' },
  },
}

const column = (name: string, type: SourceColumn['type']): SourceColumn => ({ name, type, source_type: '' })
const columns = [column('id', 'integer'), column('city', 'string'), column('people', 'float'), column('note', null)]
const chosen = { label: 'city', value: 'people', title: 'Cities' }

describe('the options of a visualization of a plug-in', () => {
  it('are read from any stored object: unreadable values become defaults, and unknown ones stay (OPEN-498)', () => {
    const read = (stored: object) => storedOptions(schema).parse(stored)
    expect(read({})).toMatchObject({ limit: 20, order: 'rows' })
    expect(read({ limit: 'many', order: 'random', label: 7, old: 1 })).toMatchObject({ limit: 20, order: 'rows', old: 1 })
    expect(read({ label: 7 }).label).toBeUndefined()
    expect(read({ limit: 3, order: 'value' })).toMatchObject({ limit: 3, order: 'value' })
  })

  it('reach the script without those that it does not declare (OPEN-498)', () => {
    expect(declaredOptions(schema, { ...chosen, old: 1 })).toEqual({
      ...chosen,
      limit: undefined,
      order: undefined,
      other: undefined,
    })
  })

  it('suggest the columns that a result has, for fields that require one (OPEN-496)', () => {
    expect(suggest(schema, columns)).toEqual({ label: 'city', value: 'people' })
    // A column without a type may be of any kind.
    expect(suggest(schema, [column('x', null), column('y', null)])).toEqual({ label: 'x', value: 'y' })
    expect(suggest(schema, [column('day', 'date')])).toEqual({})
  })

  it('name what is missing in one sentence (OPEN-496)', () => {
    expect(problem(schema, {}, columns)).toBe('Choose a column for “Label”.')
    expect(problem(schema, { ...chosen, title: '' }, columns)).toBe('Enter a value for “Title”.')
    expect(problem(schema, { ...chosen, value: 'gone' }, columns)).toBe('The result has no column “gone”.')
    expect(problem(schema, chosen, columns)).toBeNull()
    expect(requiredColumns(schema)).toBe('a column of texts and a column of numbers')
  })

  it('load the chosen columns, or all columns if none is chosen (OPEN-496)', () => {
    expect(needs(schema, { ...chosen, other: 'people' }, columns)).toEqual({
      kind: 'columns',
      columns: ['city', 'people'],
      extreme: null,
    })
    expect(needs(schema, {}, columns)).toMatchObject({ columns: ['id', 'city', 'people', 'note'] })
  })

  it('are edited in fields, of which those for a column offer the columns of their kind (OPEN-496)', () => {
    const fields = editorFields(schema, { ...chosen, value: 'gone' }, columns)
    expect(fields.map(({ kind }) => kind)).toEqual(['select', 'select', 'select', 'number', 'select', 'text'])
    const choicesOf = (place: number) => {
      const field = fields[place]
      return field?.kind === 'select' ? field.choices.map(({ value }) => value) : null
    }
    expect([choicesOf(0), choicesOf(1)]).toEqual([
      ['city', 'note'],
      ['id', 'people', 'note', 'gone'],
    ])
  })
})
