import { describe, expect, it } from 'vitest'
import type { Span } from '../markdown.ts'
import { partsOfLine } from './breaks.ts'
import type { Canvas } from './canvas.ts'
import { spanLines } from './spans.ts'

const span = (text: string, style: Partial<Span> = {}): Span => ({
  text,
  isBold: false,
  isItalic: false,
  isCode: false,
  isStruck: false,
  link: null,
  ...style,
})

/** Each letter of this canvas is one point wide. */
function drawn(spans: readonly Span[], width: number): { text: string; x: number; y: number }[] {
  const placed: { text: string; x: number; y: number }[] = []
  const visible = (text: string) => text.replace(/[\u200e\u200f\u2066-\u2069]/g, '')
  const canvas: Partial<Canvas> = {
    glyphs: { shown: (text: string) => text } as Canvas['glyphs'],
    widthOf: (text) => visible(text).length,
    lines: (text, most) => text.match(new RegExp(`.{1,${most}}`, 'g')) ?? [],
    line: (text, x, y) => void placed.push({ text: visible(text), x, y }),
  }
  for (const [at, line] of spanLines(canvas as Canvas, spans, width, 10).entries()) line.draw(100, at)
  return placed
}

describe('a line of a textbox in a PDF', () => {
  it('ends between the letters of a script without spaces, but not before their punctuation, nor because a word is bold (OPEN-603)', () => {
    expect(partsOfLine('売上は、増加。')).toEqual(['売', '上', 'は、', '増', '加。'])
    const spans = [span('今月の'), span('売上', { isBold: true }), span('は、先月より増加しました。')]
    expect(drawn(spans, 10)).toEqual([
      { text: '今月の', x: 100, y: 0 },
      { text: '売上', x: 103, y: 0 },
      { text: 'は、先月よ', x: 105, y: 0 },
      { text: 'り増加しました。', x: 100, y: 1 },
    ])
  })

  it('ends after spaces, hyphens and slashes, where the text says so, and within a word that has no other end', () => {
    const link = span('https://example.com/path ', { link: 'https://example.com' })
    const spans = [span('one two-three\nfour '), link, span('incomprehensible')]
    expect(drawn(spans, 12).map(({ text, y }) => `${y} ${text.trimEnd()}`)).toEqual([
      '0 one two-',
      '1 three',
      '2 four',
      '3 https://',
      '4 example.com/',
      '5 path',
      '6 incomprehens',
      '7 ible',
    ])
  })

  it('begins at the right if its first letter is Arabic, with its parts from right to left (OPEN-603)', () => {
    const spans = [span('تقرير '), span('شهري', { isBold: true }), span(' 2026')]
    expect(drawn(spans, 20)).toEqual([
      { text: ' 2026', x: 105, y: 0 },
      { text: 'شهري', x: 110, y: 0 },
      { text: 'تقرير ', x: 114, y: 0 },
    ])
    expect(drawn([span('Report تقرير')], 20)).toEqual([{ text: 'Report تقرير', x: 100, y: 0 }])
  })
})
