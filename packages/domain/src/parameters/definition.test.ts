import { describe, expect, it } from 'vitest'
import { unstoredMapping } from '../dashboards/mappings.ts'
import {
  type Definition,
  isSafe,
  multiValuesOf,
  newDefinition,
  opensWithLatestResult,
  parameterTypes,
  quotedBy,
  quotes,
  storable,
  storableOptions,
  titleOf,
  typeOf,
} from './definition.ts'
import { definitionsFor } from './keyword.ts'

describe('a parameter', () => {
  it('has one of eleven types, and is `text` without a type (PARAM-05, OPEN-203)', () => {
    expect(parameterTypes).toEqual([
      'text',
      'number',
      'enum',
      'query',
      'identifier',
      'date',
      'datetime-local',
      'datetime-with-seconds',
      'date-range',
      'datetime-range',
      'datetime-range-with-seconds',
    ])
    expect(typeOf({ name: 'a' })).toBe('text')
  })

  it('keeps its fields when it is saved, except those that only the browser uses (PARAM-04)', () => {
    const kept = {
      title: 'A',
      name: 'a',
      type: 'enum',
      value: ['x'],
      useCurrentDateTime: false,
      global: true,
      enumOptions: 'x\ny',
      multiValuesOptions: { prefix: '"', suffix: '"', separator: ';' },
      queryId: 3,
      optional: true,
      dependsOn: { inner: 'outer' },
      somethingElse: 1,
    }
    const open: Definition = { ...kept, pendingValue: ['y'], locals: [], $$value: 1, urlPrefix: 'p_', parentQueryId: 9 }
    expect(storable(open)).toEqual(kept)
  })

  it('leaves the other options of its query as they are (PARAM-04)', () => {
    const parameters = [{ name: 'day', value: '2024-01-01', pendingValue: '2024-01-02' }]
    const stored = [{ name: 'day', value: '2024-01-01' }]
    expect(storableOptions({ apply_auto_limit: true, parameters })).toEqual({ apply_auto_limit: true, parameters: stored })
    expect(storableOptions({ apply_auto_limit: true })).toEqual({ apply_auto_limit: true })
  })

  it('has the capitalised words of its keyword as its title if the title is blank (PARAM-08)', () => {
    expect(titleOf({ name: 'order_date' })).toBe('Order Date')
    expect(titleOf({ name: 'order-date x', title: '  ' })).toBe('Order Date X')
    expect(titleOf({ name: 'straße' })).toBe('Straße')
    expect(titleOf({ name: '_' })).toBe('_')
    expect(titleOf({ name: 'a', title: ' Mine ' })).toBe('Mine')
  })

  it('separates several values by a comma by default (PARAM-22)', () => {
    expect(multiValuesOf({ name: 'a', multiValuesOptions: {} })).toEqual({ prefix: '', suffix: '', separator: ',' })
    expect(multiValuesOf({ name: 'a', multiValuesOptions: { separator: null } })?.separator).toBe(',')
    expect(multiValuesOf({ name: 'a', multiValuesOptions: { separator: ';' } })?.separator).toBe(';')
    expect(multiValuesOf({ name: 'a', multiValuesOptions: null })).toBeNull()
  })

  it('puts no quotes, single quotes or double quotes around each of several values (PARAM-23)', () => {
    expect(quotes.map(quotedBy)).toEqual([
      { prefix: '', suffix: '', separator: ',' },
      { prefix: "'", suffix: "'", separator: ',' },
      { prefix: '"', suffix: '"', separator: ',' },
    ])
  })

  it('belongs to the whole dashboard if it is global, and to the widget otherwise (PARAM-41)', () => {
    expect(unstoredMapping({ name: 'a', global: true })).toEqual({
      name: 'a',
      type: 'dashboard-level',
      mapTo: 'a',
      value: null,
      title: '',
    })
    expect(unstoredMapping({ name: 'a' })).toMatchObject({ type: 'widget-level', mapTo: 'a' })
  })
})

describe('a query', () => {
  it('is safe exactly when none of its parameters is free text (QPAGE-65, OPEN-34)', () => {
    expect(isSafe([])).toBe(true)
    expect(isSafe(['number', 'enum', 'query', 'identifier', 'date', 'date-range'].map((type) => ({ name: type, type })))).toBe(
      true,
    )
    expect(isSafe([{ name: 'a', type: 'number' }, { name: 'b' }])).toBe(false)
    expect(isSafe([{ name: 'a', type: 'text' }])).toBe(false)
    expect(isSafe([{ name: 'a', type: 'text-pattern' }])).toBe(false)
  })

  it('opens with its latest result only if it has no parameters (PARAM-16)', () => {
    expect(opensWithLatestResult([])).toBe(true)
    expect(opensWithLatestResult([newDefinition('a')])).toBe(false)
  })
})

describe('the parameters of a query text', () => {
  it('start as text for every new name, also inside blocks and in triple braces; a block makes them optional (PARAM-01, PARAM-03, PARAM-47)', () => {
    const text = 'select {{ b }} {{# order_by }} order by {{{ a }}} {{/ order_by }} {{! c }}'
    expect(definitionsFor(text, [])).toEqual([
      { title: 'B', name: 'b', type: 'text', value: null, global: false },
      { title: 'Order By', name: 'order_by', type: 'text', value: null, global: false, optional: true },
      { title: 'A', name: 'a', type: 'text', value: null, global: false },
    ])
  })

  it('start as a date range if the text uses only the two ends (PARAM-29)', () => {
    const text = '{{ days.start }} {{ days.end }} {{ other }} {{ other.end }}'
    expect(definitionsFor(text, []).map(({ name, type }) => [name, type])).toEqual([
      ['days', 'date-range'],
      ['other', 'text'],
    ])
  })

  it('start as a date range if the text uses only ends of it or of a period before it (OPEN-209)', () => {
    const text = '{{ days.previous.start }} {{ last.year_ago.end }} {{ last.start }} {{ days.previous.end }} {{ x.previous.y }}'
    expect(definitionsFor(text, []).map(({ name, type }) => [name, type])).toEqual([
      ['days', 'date-range'],
      ['last', 'date-range'],
    ])
  })

  it.each([
    "'{{ unclosed' , '{{#open}} x'",
    '{{ a\n b }}',
    '{{ x.y }}',
    '{{ x.start.y }}',
    '{{ a/b }}',
    '{{ __proto__ }}',
    '{{ }}',
  ])('do not include names that no parameter can have: %j (PARAM-01)', (text) => {
    expect(definitionsFor(text, [])).toEqual([])
    expect(definitionsFor(`{{ a }} ${text}`, [{ name: 'x' }])).toEqual([newDefinition('a')])
  })

  it('include such a name if a saved parameter has it already, as imported ones may', () => {
    const known = [{ name: 'a/b', type: 'number' }]
    expect(definitionsFor('{{ a/b }}', known)).toBe(known)
  })

  it('keep their order and settings, and disappear with their names (PARAM-02)', () => {
    const a = { name: 'a', type: 'number', value: 3 }
    const b = { name: 'b', type: 'date' }
    expect(definitionsFor('{{ b }} {{ new }} {{ a }}', [a, b])).toEqual([a, b, newDefinition('new')])
    expect(definitionsFor('{{ b }}', [a, b])).toEqual([b])
    expect(definitionsFor('select 1', [a, b])).toEqual([])
  })

  it('stay unchanged while the user types a tag', () => {
    const known = [{ name: 'a' }]
    expect(definitionsFor('{{ a', known)).toBe(known)
    expect(definitionsFor('{{ a }}', known)).toBe(known)
  })

  it('do not include the tag for the current item of a block', () => {
    expect(definitionsFor('{{# a }}{{ . }}{{/ a }}', []).map(({ name }) => name)).toEqual(['a'])
  })
})
