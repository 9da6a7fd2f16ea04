import { plainMarks } from '@sightline/domain/format/number.ts'
import { describe, expect, it } from 'vitest'
import boxplot from '../visualizations/boxplot/picture.ts'
import { samples as boxes } from '../visualizations/boxplot/samples.ts'
import choropleth from '../visualizations/choropleth/picture.ts'
import { samples as regions } from '../visualizations/choropleth/samples.ts'
import cohort from '../visualizations/cohort/picture.ts'
import { samples as cohorts } from '../visualizations/cohort/samples.ts'
import details from '../visualizations/details/picture.ts'
import { samples as rows } from '../visualizations/details/samples.ts'
import funnel from '../visualizations/funnel/picture.ts'
import { samples as funnels } from '../visualizations/funnel/samples.ts'
import map from '../visualizations/map/picture.ts'
import { samples as markers } from '../visualizations/map/samples.ts'
import type { AnyTypePicture, Drawing, DrawnRows } from '../visualizations/picture.ts'
import pivot from '../visualizations/pivot/picture.ts'
import { samples as pivots } from '../visualizations/pivot/samples.ts'
import { type Sample, sampleData } from '../visualizations/samples.ts'
import sankey from '../visualizations/sankey/picture.ts'
import { samples as flows } from '../visualizations/sankey/samples.ts'
import sunburst from '../visualizations/sunburst/picture.ts'
import { samples as rings } from '../visualizations/sunburst/samples.ts'
import wordCloud from '../visualizations/word-cloud/picture.ts'
import { samples as words } from '../visualizations/word-cloud/samples.ts'
import { formatsOf } from './formats.ts'

const formats = formatsOf({
  dateFormat: 'YYYY-MM-DD',
  dateTimeFormat: 'YYYY-MM-DD HH:mm',
  integerFormat: '0,0',
  floatFormat: '0,0.00',
  chartColors: [],
  thousandsSeparator: plainMarks.thousands,
  decimalSeparator: plainMarks.decimal,
  nullText: '–',
  timeZone: 'UTC',
})

/** A sample as its type draws it. */
function drawn(picture: AnyTypePicture, sample: Sample | undefined) {
  if (!sample) throw new Error('There is no such sample.')
  const options = picture.options.parse(sample.options)
  expect(picture.problem(options, sample.columns)).toBeNull()
  return picture.draw(sampleData(sample, picture.needs(options, sample.columns, formats)), options, formats, 'Sample')
}
function drawing(picture: AnyTypePicture, sample: Sample | undefined): Drawing {
  const made = drawn(picture, sample)
  if (made.kind !== 'drawing') throw new Error(JSON.stringify(made))
  return made
}
function table(picture: AnyTypePicture, sample: Sample | undefined): DrawnRows {
  const made = drawn(picture, sample)
  if (made.kind !== 'rows') throw new Error(JSON.stringify(made))
  return made
}
const size = { width: 600, height: 320 }
const count = (svg: string, pattern: RegExp) => svg.match(pattern)?.length ?? 0

describe('a drawing of a type (OPEN-267)', () => {
  it.each([
    ['a funnel', funnel, funnels[0], 'Opened the shop', /Sample\. Funnel\. Opened the shop 48,211, 100%/],
    ['a map of regions', choropleth, regions[0], '', /Sample\. Map of .* by region: /],
    ['a map of markers', map, markers[0], '', /Sample\. Map with .* markers/],
    ['a Sankey diagram', sankey, flows[0], '', /Sample\. Sankey diagram\. .* to /],
    ['a sunburst', sunburst, rings[0], 'in all', /Sample\. Sunburst\. /],
    ['a word cloud', wordCloud, words[0], '', /Sample\. Word cloud\. /],
    ['a box plot', boxplot, boxes[0], '', /Sample\. Box plot\. .* median /],
  ])('shows %s in both schemes, with words for those who cannot see it', (_, picture, sample, text, description) => {
    const made = drawing(picture, sample)
    const [light, dark] = (['light', 'dark'] as const).map((scheme) => made.svg(size, scheme))
    expect(light).toMatch(/^<svg [^>]*width="600"/)
    expect(light).not.toMatch(/NaN|undefined|Infinity/)
    expect(light).toContain(text)
    expect(dark).not.toBe(light)
    expect(made.description).toMatch(description)
  })

  it('has a region for each shape in view and a legend of the classes', () => {
    const svg = drawing(choropleth, regions[0]).svg(size, 'light')
    expect(count(svg, /<path /g)).toBeGreaterThan(150)
    expect(count(svg, /<text /g)).toBeGreaterThanOrEqual(3)
  })

  it('has a dot for each place of a marker, above outlines, and says that tiles are missing', () => {
    const made = drawing(map, markers[0])
    const svg = made.svg(size, 'light')
    expect(count(svg, /<circle /g)).toBeGreaterThan(3)
    expect(count(svg, /<path /g)).toBeGreaterThan(0)
    expect(made.note).toContain('without the tiles of the page')
  })

  it('has at most 18 steps of a funnel, and says so', () => {
    const [sample] = funnels
    if (!sample) throw new Error('There are samples.')
    const steps = Array.from({ length: 30 }, (_, index) => [`Step ${index}`, 100 - index, index])
    const made = drawing(funnel, { ...sample, rows: steps })
    expect(count(made.svg(size, 'light'), />Step \d+</g)).toBe(18)
    expect(made.note).toBe('Draws the first 18 of 30 steps')
    expect(made.table()?.rows).toHaveLength(30)
  })

  it('says why there is none', () => {
    expect(drawn(funnel, funnels[2])).toEqual({ kind: 'nothing', reason: expect.stringContaining('number in every row') })
  })

  it('has texts of the data as text, never as markup', () => {
    const [sample] = funnels
    if (!sample) throw new Error('There are samples.')
    const made = drawing(funnel, { ...sample, rows: [['<b>&', 3, 1]] })
    expect(made.svg(size, 'light')).toContain('&lt;b&gt;&amp;')
  })
})

describe('a type that is a table itself (OPEN-267)', () => {
  it('has the shares of a cohort in their colors', () => {
    const made = table(cohort, cohorts[0])
    expect(made.table.heads[0]?.slice(0, 2).map(({ text }) => text)).toEqual(['Time', 'Users'])
    expect(made.table.rows.length).toBeGreaterThan(5)
    expect(made.table.colors?.[0]?.[2]).toMatchObject({ background: expect.stringMatching(/^#[0-9A-F]{6}$/) })
  })

  it('has the columns of the first row of details, each with its value', () => {
    const made = table(details, rows[0])
    expect(made.table.heads[0]?.map(({ text }) => text)).toEqual(['Column', 'Value'])
    expect(made.table.rows.length).toBeGreaterThan(1)
  })

  it('has the totals of a pivot table below its rows, and the colors of a heatmap', () => {
    const [sample] = pivots
    if (!sample) throw new Error('There are samples.')
    const plain = table(pivot, sample)
    expect(plain.table.foot?.[0]).toBe('Totals')
    expect(plain.table.colors).toBeNull()
    const heat = table(pivot, { ...sample, options: { ...sample.options, rendererName: 'Table Heatmap' } })
    expect(heat.table.colors?.[0]?.at(-1)).toBeNull()
    expect(heat.table.colors?.flat().some((color) => color !== null)).toBe(true)
    for (const [index, row] of heat.table.rows.entries()) expect(heat.table.colors?.[index]).toHaveLength(row.length)
  })
})
