import { describe, expect, it } from 'vitest'
import { nameInTag, templatePieces, unknownTags } from './tags.ts'
import type { AlertFacts } from './templates.ts'

const facts: AlertFacts = {
  alert: { name: 'Delays', state: 'ok', options: { column: 'delay', op: 'greater than', value: 5 } },
  query: { name: 'Flights' },
  links: { alert: '', query: '' },
  columns: [
    { name: 'carrier', friendly_name: 'carrier', type: 'string' },
    { name: 'delay', friendly_name: 'delay', type: 'integer' },
  ],
  rows: [],
}

describe('tags of a template', () => {
  it('are unknown when they stand for nothing where they are', () => {
    expect(
      unknownTags('{{ALERT_NAME}} {{state}} {{alert_name}} {{#rows}}{{carrier}} {{& delay}} {{late}}{{/rows}}', facts),
    ).toEqual(['alert_name', 'late'])
    expect(unknownTags('{{carrier}} {{#cols}}{{name}} {{type}}{{/cols}} {{#rows}}{{QUERY_NAME}}{{.}}{{/rows}}', facts)).toEqual(
      ['carrier'],
    )
    expect(
      unknownTags('{{#lines}}{{delay}}{{/lines}} {{QUERY_RESULT_TABLE.0}} {{! a remark }} {{late}} {{late}}', facts),
    ).toEqual(['lines', 'late'])
  })

  it('are not judged while they do not fit together, nor is a text without any', () => {
    expect(unknownTags('{{#rows}} {{nothing}}', facts)).toEqual([])
    expect(unknownTags('{ braces } alone', facts)).toEqual([])
  })

  it('are told from the text between them', () => {
    const template = 'Now {{ state }}:\n{{#rows}}{{{carrier}}}{{/rows}} {{open'
    const pieces = templatePieces(template)
    expect(pieces.map(({ text }) => text).join('')).toBe(template)
    expect(pieces.filter(({ isTag }) => isTag).map(({ text }) => nameInTag(text))).toEqual(['state', 'rows', 'carrier', 'rows'])
    expect(pieces.map(({ at }) => at)).toEqual([...new Set(pieces.map(({ at }) => at))])
    expect(templatePieces('')).toEqual([])
  })
})

describe('names that blocks know', () => {
  it('are those of each column, and of the block itself', () => {
    expect(unknownTags('{{#cols}}{{friendly_name}}{{.}}{{carrier.first}}{{/cols}}', facts)).toEqual([])
    expect(unknownTags('{{friendly_name}} {{.}} {{type}}', facts)).toEqual(['friendly_name', '.', 'type'])
  })

  it('are known in blocks of what is left out, too', () => {
    expect(unknownTags('{{^rows}}{{carrier}} {{late}}{{/rows}}', facts)).toEqual(['late'])
  })
})

describe('pieces of a template', () => {
  it('have three braces where the tag has them, and are cut at each tag', () => {
    expect(templatePieces('{{{ carrier }}}{{ delay }} min')).toEqual([
      { at: 0, text: '{{{ carrier }}}', isTag: true },
      { at: 15, text: '{{ delay }}', isTag: true },
      { at: 26, text: ' min', isTag: false },
    ])
  })

  it.each([
    ['{{# rows }}', 'rows'],
    ['{{^rows}}', 'rows'],
    ['{{& delay }}', 'delay'],
    ['{{> part}}', 'part'],
    ['{{! a remark }}', 'a remark'],
    ['{{ a & b }}', 'a & b'],
    ['{{ a} b }}', 'a} b'],
  ])('%s has the name %s', (tag, name) => {
    expect(nameInTag(tag)).toBe(name)
  })
})
