import { expect, it } from 'vitest'
import { column, sampleFormats } from '../samples.ts'
import type { ColumnData } from '../visualization.ts'
import { rowHtml } from './row-text.ts'

const data: ColumnData = {
  kind: 'columns',
  columns: [column('a <name>', 'string'), column('n', 'integer')],
  total: 1,
  shown: 1,
  values: [["O'Hare & <b>co</b>"], [12]],
}
const html = (template: string) => rowHtml(data, 0, template, sampleFormats, (unsafe) => `safe:${unsafe}`)

it('lists all values with their names if a popup has no template, and escapes both', () => {
  expect(html(' ')).toBe('<b>a &#60;name&#62;</b>: O&#39;Hare &#38; &#60;b&#62;co&#60;/b&#62;<br><b>n</b>: 12')
})

it('fills the template of a popup with escaped values, keeps unknown names and sanitizes the result', () => {
  expect(html('<i>{{ a <name> }}</i> {{ gone }}')).toBe('safe:<i>O&#39;Hare &#38; &#60;b&#62;co&#60;/b&#62;</i> {{ gone }}')
})
