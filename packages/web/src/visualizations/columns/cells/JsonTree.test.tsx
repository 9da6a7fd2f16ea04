import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { JsonTree } from './JsonTree.tsx'

const tree = (value: unknown) => renderToStaticMarkup(<JsonTree name={null} value={value} depth={0} />)
const branches = (markup: string) => [...markup.matchAll(/<details[^>]*>/g)].map(([tag]) => / open/.test(tag))

it('shows objects and lists as collapsible branches, the first two levels expanded (TABLE-25)', () => {
  const markup = tree({ plan: { seats: [12, null] }, note: '<b>' })
  expect(branches(markup)).toEqual([true, true, false])
  const words = markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  expect(words).toBe('{ 2 } plan: { 1 } seats: [ 2 ] 0: 12 1: null note: &quot;&lt;b&gt;&quot;')
})

it('shows a scalar value without a branch', () => {
  expect(branches(tree('text'))).toEqual([])
})

it('counts the members of a long list that it does not show', () => {
  expect(tree(Array.from({ length: 201 }, (_, index) => index))).toContain('and 1 more')
})
