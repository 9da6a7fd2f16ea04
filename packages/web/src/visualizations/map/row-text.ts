import type { Cell } from '@sightline/contract/results.ts'
import { columnLabels, fractionLabel } from '../cell-label.ts'
import { escapeHtml, fillHtmlTemplate } from '../html-text.ts'
import type { ColumnData, Formats } from '../visualization.ts'

/**
 * The HTML of a marker's popup or tooltip: the template filled with the values of the row, or all values with their names if the
 * template is blank. Templates get numbers unformatted, because they may put them into URLs.
 * @param sanitize makes the HTML of a template safe to insert; a parameter, because it needs the DOM
 */
export function rowHtml(
  { columns, values }: ColumnData,
  row: number,
  template: string,
  formats: Formats,
  sanitize: (html: string) => string,
): string {
  const cell = (index: number): Cell => values[index]?.[row] ?? null
  const written = (index: number) => columnLabels(values[index] ?? [], columns[index], formats)(cell(index))
  if (template.trim() === '') {
    const said = (index: number) => fractionLabel(cell(index), formats) ?? written(index)
    return columns.map(({ name }, index) => `<b>${escapeHtml(name)}</b>: ${escapeHtml(said(index))}`).join('<br>')
  }
  const filled = fillHtmlTemplate(template, (name) => {
    const index = columns.findIndex((column) => column.name === name)
    return index === -1 ? undefined : written(index)
  })
  return sanitize(filled)
}
