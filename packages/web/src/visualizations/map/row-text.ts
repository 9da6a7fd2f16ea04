import type { Cell } from '@sightline/contract/results.ts'
import { cellLabel, fractionLabel } from '../cell-label.ts'
import { escapeHtml, filledHtml } from '../map-text.ts'
import type { ColumnData, Formats } from '../visualization.ts'

/**
 * What is said of a row: the template filled in, or without one all of its values by their names. HTML that is safe to insert.
 * Templates get numbers as they are, for they may make addresses of them.
 */
export function rowHtml({ columns, values }: ColumnData, row: number, template: string, formats: Formats): string {
  const cell = (index: number): Cell => values[index]?.[row] ?? null
  const written = (index: number) => cellLabel(cell(index), columns[index], formats)
  if (template.trim() === '') {
    const said = (index: number) => fractionLabel(cell(index), formats) ?? written(index)
    return columns.map(({ name }, index) => `<b>${escapeHtml(name)}</b>: ${escapeHtml(said(index))}`).join('<br>')
  }
  return filledHtml(template, (name) => {
    const index = columns.findIndex((column) => column.name === name)
    return index === -1 ? undefined : written(index)
  })
}
