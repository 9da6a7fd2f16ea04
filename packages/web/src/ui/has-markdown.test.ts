import { marked } from 'marked'
import { describe, expect, it } from 'vitest'
import { hasMarkdown } from './has-markdown.ts'

const rendered = (text: string) => String(marked.parse(text, { async: false, gfm: true, breaks: true }))
const escaped = (text: string) => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;')

const PLAIN = [
  'Flights per day',
  'All departures of 2024, by airline (without cancelled ones).',
  "O'Hare: who's late?",
  '3.5 % of all – or 1/28',
  '2024',
  '10-4',
  'Umsatz je Tag – „netto“',
  '空港ごとの遅延',
  'رحلات كل يوم',
]

const RICH = [
  '',
  '# Flights',
  'Flights per **day**',
  'Flights _per day_',
  'see `flights`',
  'see https://example.com',
  'see www.example.com',
  'see [this](https://example.com)',
  'write to ada@example.com',
  '1. one',
  '1) one',
  '- one',
  '+ one',
  '> one',
  '~~late~~',
  'a\\*b',
  'R&amp;D',
  '<b>late</b>',
  'one | two',
  'one\ntwo',
  '    code',
]

describe('a text without Markdown', () => {
  it.each(PLAIN)('is a paragraph with just that text, so it needs no parser: %s (QPAGE-23)', (text) => {
    expect(hasMarkdown(text)).toBe(false)
    expect(rendered(text)).toBe(`<p>${escaped(text)}</p>\n`)
  })

  it('is never one that the parser would change (QPAGE-23)', () => {
    const pieces = [
      'a',
      'B',
      '1',
      '0',
      ' ',
      '.',
      ',',
      ':',
      '-',
      '/',
      '(',
      ')',
      "'",
      '"',
      '!',
      '?',
      '%',
      'www',
      'http',
      'é',
      '–',
    ]
    const texts = pieces.flatMap((one) =>
      pieces.flatMap((two) => pieces.flatMap((three) => [`${one}${two}${three}`, `a${one}${two}${three}b c`])),
    )
    const changed = texts.filter((text) => !hasMarkdown(text) && rendered(text).trimEnd() !== `<p>${escaped(text)}</p>`)
    expect(changed).toEqual([])
  })
})

it.each(RICH)('a text that may have Markdown is parsed: %j (QPAGE-23)', (text) => {
  expect(hasMarkdown(text)).toBe(true)
})
