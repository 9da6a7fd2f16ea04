import { expect, it } from 'vitest'
import { firstTextsHtml } from './first-texts.ts'

const query = { kind: 'query', cards: [] } as const

it('shows the name and the text of a query as text (OPEN-801)', () => {
  const shown = firstTextsHtml({ ...query, name: '<b>Sales</b>', code: "SELECT '</pre><script>'" })
  expect(shown).toContain('<h1 dir="auto">&lt;b&gt;Sales&lt;/b&gt;</h1>')
  expect(shown).toContain('<pre dir="ltr">SELECT &#39;&lt;/pre&gt;&lt;script&gt;&#39;</pre>')
})

it('shows only the beginning of a long query, which fills a screen (OPEN-801)', () => {
  const shown = firstTextsHtml({ ...query, name: 'Long', code: 'x'.repeat(100_000) })
  expect(shown.length).toBeLessThan(2200)
})

it('shows widgets at their heights, with their titles and the Markdown of textboxes (OPEN-801)', () => {
  const cards = [
    { title: 'By day & hour', text: null, height: 135 },
    { title: null, text: '## Flights\n\nAll **departures** < 5 <script>alert()</script>', height: 85 },
  ]
  const shown = firstTextsHtml({ kind: 'public', name: null, code: null, cards })
  expect(shown).toContain('<section style="min-height: 135px"><b dir="auto">By day &amp; hour</b></section>')
  expect(shown).toMatch(
    /min-height: 85px.*<h2 class="heading-2">Flights<\/h2>\s*<p>All <strong>departures<\/strong> &lt; 5 .*<\/p>/s,
  )
  expect(shown).not.toContain('<script')
  expect(shown).not.toContain('<h1')
})
