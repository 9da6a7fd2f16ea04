import assert from 'node:assert/strict'
import { test } from 'node:test'
import { JSDOM } from 'jsdom'
import cases from './cases.js'
import script from './dot-plot.browser.js'

// jsdom has a document but no layout: this test sees what is drawn, and not how it looks.
const { document } = new JSDOM('<div id="root"></div>').window
const root = document.querySelector('#root')

const theme = { font: 'sans-serif', text: '#000', mutedText: '#666', grid: '#eee', background: '#fff', colors: ['#3e5edb'] }
const formats = { thousandsSeparator: ',', decimalSeparator: '.' }
const { options, columns } = cases.template_dot_plot

/** Draws the case with other options. */
function draw(changed = {}) {
  const data = { columns, total: columns[0].values.length }
  script.draw(root, {
    ...{ name: 'Cities', options: { ...options, ...changed }, data, theme, formats },
    size: { width: 400, height: 200 },
  })
  return [...root.querySelectorAll('text')].map(({ textContent }) => textContent)
}

test('draws a dot with its label and value for each row', () => {
  assert.deepEqual(draw(), ['Berlin', '3,700', 'Lisbon', '545.5', 'Oslo', '700'])
  assert.equal(root.querySelectorAll('circle').length, 3)
  assert.equal(root.querySelector('svg').getAttribute('aria-label'), 'Cities: Berlin 3,700, Lisbon 545.5, Oslo 700')
})

test('draws the largest values first, up to the limit', () => {
  assert.deepEqual(draw({ order: 'value', limit: 2, values: false }), ['Berlin', 'Oslo'])
})
