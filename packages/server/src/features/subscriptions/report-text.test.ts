import { describe, expect, it } from 'vitest'
import { reportText } from './email.ts'
import { EMPTY_PART } from './report-content.ts'
import { markdownToText } from './report-text.ts'

describe('Markdown as plain text', () => {
  it('keeps the text without the marks', () => {
    const markdown =
      '## Sales\n\nAll of **last month**, in *euros* and `n_rows`.\n\n- [Docs](https://example.com/a_b_c)\n- __two__'
    expect(markdownToText(markdown)).toBe(
      'Sales\n\nAll of last month, in euros and n_rows.\n\n- Docs (https://example.com/a_b_c)\n- two',
    )
  })

  it('keeps characters that are not marks', () => {
    for (const text of ['2 * 3 * 4', 'snake_case_name', '#1 of 3', 'a ** b', '<b>bold</b>'])
      expect(markdownToText(text)).toBe(text)
  })

  it('handles a long text quickly', () => {
    const hostile = ['*'.repeat(2000), '['.repeat(2000), '_a'.repeat(1000), '`'.repeat(2000), '**a'.repeat(600)]
    for (const text of hostile) expect(typeof markdownToText(text)).toBe('string')
  })
})

describe('the text of a report', () => {
  it('has the descriptions of images that no rows follow, such as the value of a counter (OPEN-799)', () => {
    const image = { name: '', png: new Uint8Array(), width: 600, note: null }
    const counter = { ...image, description: 'Total sales: 2,200, on target, target 2,000', replacesRows: true }
    const chart = { ...image, description: 'Line chart', note: 'Shows 2 of 3 lines.', replacesRows: false }
    const parts = [
      { ...EMPTY_PART, heading: 'Sales – Total sales', pictures: [counter] },
      { ...EMPTY_PART, heading: 'Sales by day', pictures: [chart] },
    ]
    expect(reportText({ name: 'Sales', link: '', parts, remark: null })).toBe(
      'Sales – Total sales\nTotal sales: 2,200, on target, target 2,000\n\nSales by day\nShows 2 of 3 lines.',
    )
  })

  it('names each tab before its parts, and says when the result of a part was read (OPEN-653)', () => {
    const note = (tab: string, text: string) => ({ ...EMPTY_PART, tab, text })
    const sold = { ...EMPTY_PART, tab: 'Details', heading: 'Sold', time: 'as of 2026-11-23 07:30 UTC', values: 'Shop: Bern' }
    const parts = [note('Start', 'Welcome.'), note('Start', 'Read this.'), sold]
    expect(reportText({ name: 'Sales', link: '', parts, remark: null })).toBe(
      '— Start —\n\nWelcome.\n\nRead this.\n\n— Details —\n\nSold\nas of 2026-11-23 07:30 UTC · Shop: Bern',
    )
  })
})

it('reads beginnings of links that do not end in a moment (OPEN-849)', () => {
  const text = '![[]('.repeat(4000)
  expect(markdownToText(text)).toBe(text)
  expect(markdownToText('[a](http://x "t") and ![p](u)')).toBe('a (http://x) and p (u)')
})
