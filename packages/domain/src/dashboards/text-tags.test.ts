import { describe, expect, it } from 'vitest'
import {
  filledMarks,
  hasLiveValues,
  MAX_TEXT_VALUES,
  readTag,
  type TextTag,
  tagsIn,
  textSources,
  withLiveValues,
  withMarks,
  writtenTag,
} from './text-tags.ts'

const widget = (id: number, query: string, name = 'Table') => ({ id, visualization: { name, query: { name: query } } })
const sources = textSources([
  { id: 1 },
  widget(2, 'Sales'),
  widget(3, 'Sales', 'Chart'),
  widget(4, 'Sales.by City'),
  widget(5, 'Odd {name}'),
])

describe('the tags of a text', () => {
  it('refer to the results of a dashboard by names of which each stands for one widget (DASH-83)', () => {
    expect(sources).toEqual([
      { widgetId: 2, name: 'Sales' },
      { widgetId: 2, name: 'Sales – Table' },
      { widgetId: 3, name: 'Sales – Chart' },
      { widgetId: 4, name: 'Sales.by City' },
      { widgetId: 4, name: 'Sales.by City – Table' },
    ])
  })

  it('are read as they are written, with names that have points in them (DASH-83)', () => {
    const tags: TextTag[] = [
      { kind: 'cell', widgetId: 2, column: 'total', take: 'first', format: null },
      { kind: 'cell', widgetId: 3, column: 'a.b', take: 'sum', format: '0,0.00' },
      { kind: 'cell', widgetId: 4, column: 'city', take: 'last', format: null },
      { kind: 'rows', widgetId: 2, format: '0,0' },
      { kind: 'updated', widgetId: 4, format: 'D MMMM' },
      { kind: 'updated', widgetId: null, format: null },
      { kind: 'parameter', name: 'country', end: null, format: null },
      { kind: 'parameter', name: 'period', end: 'start', format: null },
    ]
    for (const tag of tags) expect(readTag(writtenTag(tag, sources).slice(2, -2).trim(), sources)).toEqual(tag)
    expect(writtenTag(tags[1] as TextTag, sources)).toBe('{{ Sales – Chart.a.b | sum | 0,0.00 }}')
  })

  it('refer to nothing without a known name (DASH-83)', () => {
    for (const content of ['name', 'Sales', 'Costs.total', 'Salestotal', 'Sales | sum'])
      expect(readTag(content, sources)).toBeNull()
  })

  it('are replaced only in a text that was saved with a known one, and stay plain text in others (DASH-83)', () => {
    const position = { col: 1 }
    const live = withLiveValues({ position }, 'Total {{ Sales.total }}', sources)
    expect(live).toEqual({ position, liveValues: true })
    expect(hasLiveValues(live)).toBe(true)
    expect(hasLiveValues(withLiveValues(live, 'Dear {{ name }}', sources))).toBe(false)
    for (const liveValues of [undefined, 'true', 1]) expect(hasLiveValues({ liveValues })).toBe(false)
  })

  it('are found each once, in their order, up to a limit (DASH-83)', () => {
    const contents = tagsIn('{{ updated }} {{ x }} {{updated}}', sources).map(({ content }) => content)
    expect(contents).toEqual(['updated', 'x'])
    const many = Array.from({ length: 300 }, (_, at) => `{{ Sales.c${at} }}`).join('')
    expect(tagsIn(many, sources)).toHaveLength(MAX_TEXT_VALUES)
  })
})

describe('the values in a text', () => {
  it('are filled in after Markdown was read, so that they have no meaning in it (DASH-83)', () => {
    const marked = withMarks('**{{ a }}** {{b}} {{ c }} {{ a }}', ['a', 'b'])
    expect(marked).toMatch(/^\*\*.\*\* . \{\{ c \}\} .$/)
    expect(filledMarks(marked, ['*1*', '\uE000'], (value) => `<${value}>`)).toBe('**<*1*>** <\uE000> {{ c }} <*1*>')
  })

  it('cannot be smuggled in by the characters that mark them (DASH-83)', () => {
    expect(filledMarks(withMarks('x\uE000y{{ a }}', ['a']), ['1'], (value) => value)).toBe('xy1')
  })

  it('are encoded in the address of a link (DASH-83)', () => {
    const marked = withMarks('/q?a={{ a }}&b={{ b }}', ['a', 'b'])
    expect(filledMarks(encodeURI(marked), ['x&y=1', '"/>'], (value) => value)).toBe('/q?a=x%26y%3D1&b=%22%2F%3E')
  })
})
