import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import { sideOf } from '../../language/sides.ts'
import { isDateLike } from '../date-like.ts'
import type { CellColors, DocumentCell, DocumentHead, DocumentTable } from '../document.ts'
import { escaped } from './escape.ts'
import { linked } from './markdown.ts'
import { svgHtml } from './svg.ts'

/** A table, which the script of the file may sort by its last row of heads. @param label its name for screen readers */
export function tableHtml(table: DocumentTable, label: string): string {
  const { heads, rows, subtotals, foot, note, more } = table
  const last = heads.at(-1) ?? []
  const isSortable = table.isSortable && rows.length > 1
  const head = heads.map((row) => `<tr>${row.map((one) => headHtml(one, isSortable && row === last)).join('')}</tr>`).join('')
  const aligns = last.flatMap(({ span, align }) => Array.from({ length: span }, () => align))
  const cells = (row: readonly DocumentCell[]) => row.map((cell, at) => cellHtml(cell, aligns[at] ?? 'left')).join('')
  const below = Map.groupBy(subtotals, ({ after }) => after)
  const body = rows.map((row, at) => {
    const lines = below.get(at + 1) ?? []
    return [`<tr>${cells(row)}</tr>`, ...lines.map((line) => `<tr class="totals">${cells(line.cells)}</tr>`)].join('\n')
  })
  const end = foot === null ? '' : `<tfoot><tr class="totals">${cells(foot)}</tr></tfoot>`
  const content = `<table aria-label="${escaped(label)}"><thead>${head}</thead><tbody>${body.join('\n')}</tbody>${end}</table>`
  const notes = `${moreHtml(rows.length, more)}${note === '' ? '' : `<p class="quiet">${escaped(note)}</p>`}`
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${content}</div>${notes}`
}

const moreHtml = (shown: number, more: number) =>
  more === 0
    ? ''
    : `<p class="quiet">${escaped(i18n._('The first {shown} of {total} rows are in this file.', { shown: localNumber(shown), total: localNumber(shown + more) }))}</p>`

function headHtml({ text, span, align }: DocumentHead, isSortable: boolean): string {
  const name = escaped(text)
  const content = isSortable && text !== '' ? `<button type="button">${name}</button>` : name
  const tag = text === '' ? 'td' : 'th'
  const scope = tag === 'th' ? ` scope="${span > 1 ? 'colgroup' : 'col'}"` : ''
  const sort = tag === 'th' && isSortable ? ' aria-sort="none"' : ''
  return `<${tag}${scope}${sort}${span > 1 ? ` colspan="${span}"` : ''} class="${align}">${content}</${tag}>`
}

function cellHtml(cell: DocumentCell, align: string): string {
  const { text, link, number, sparkline } = cell
  const words = link === null ? escaped(text) : linked(escaped(text), link)
  // Without `url()` in them, the lines need no ids of their own.
  const content = sparkline === null ? words : `${svgHtml(sparkline.svg, '', text, 'line')} ${escaped(sparkline.last)}`
  // Browsers would break dates at their hyphens.
  const isWhole = isDateLike(text) || sparkline !== null
  const sort = number === null ? '' : ` data-n="${number}"`
  return `<td class="${align}${isWhole ? ' short' : ''}"${sort}${lookStyle(cell)}>${content}</td>`
}

/**
 * The colors of a cell in both schemes. Those that stay the same in dark set the background together with the text, so that the text
 * stays readable.
 */
function lookStyle({ look, darkLook }: Pick<DocumentCell, 'look' | 'darkLook'>): string {
  if (look === null) return ''
  const colors =
    darkLook === null
      ? [`background-color:${look.background ?? '#ffffff'}`, `color:${look.text ?? '#14171c'}`]
      : [...inBoth('background-color', look.background, darkLook.background), ...inBoth('color', look.text, darkLook.text)]
  return ` style="${[...colors, ...barStyle(look.bar, darkLook?.bar ?? look.bar)].join(';')}"`
}

const inBoth = (property: string, light: string | null, dark: string | null): string[] =>
  light === null || dark === null ? [] : [`${property}:light-dark(${light},${dark})`]

function barStyle(bar: CellColors['bar'], dark: CellColors['bar']): string[] {
  if (bar === null || dark === null) return []
  const color = bar.color === dark.color ? bar.color : `light-dark(${bar.color},${dark.color})`
  const [from, to] = [bar.from, bar.to].map((share) => `${(share * 100).toFixed(1)}%`)
  return [
    `background-image:linear-gradient(to ${sideOf('right')},transparent ${from},${color} ${from},${color} ${to},transparent ${to})`,
  ]
}
