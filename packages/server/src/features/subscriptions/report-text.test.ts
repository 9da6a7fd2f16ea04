import { describe, expect, it } from 'vitest'
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
