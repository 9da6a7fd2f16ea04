import type { DrawnTable } from '@sightline/contract/pictures.ts'
import type { TableRows } from '../visualizations/echarts/table-rows.ts'

/** The data of a chart in the form that the server writes into documents. */
export function drawnTable({ head, numbers, rows, more }: TableRows): DrawnTable {
  const firstNumber = head.length - numbers.length
  return {
    heads: [head.map((text, index) => ({ text, span: 1, isNumber: index >= firstNumber }))],
    rows,
    colors: null,
    darkColors: null,
    foot: null,
    isSortable: true,
    more,
  }
}
