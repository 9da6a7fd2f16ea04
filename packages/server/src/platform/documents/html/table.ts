import { i18n } from '@sightline/domain/language/i18n.ts'
import { localNumber } from '@sightline/domain/language/local.ts'
import type { DocumentCell, DocumentHead, DocumentTable } from '../document.ts'
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

function cellHtml({ text, link, number, look, sparkline }: DocumentCell, align: string): string {
  const words = link === null ? escaped(text) : linked(escaped(text), link)
  // Without `url()` in them, the lines need no ids of their own.
  const content = sparkline === null ? words : `${svgHtml(sparkline.svg, '', text, 'line')} ${escaped(sparkline.last)}`
  const sort = number === null ? '' : ` data-n="${number}"`
  return `<td class="${align}${isDateLike(text) || sparkline !== null ? ' short' : ''}"${sort}${lookStyle(look)}>${content}</td>`
}

/** Dates and times stay on one line, which browsers would break at their hyphens. */
const isDateLike = (text: string) => /^\d[\d\s:./-]{3,19}$/.test(text)

/** Sets the background together with the text, because colors are those of the light scheme. */
function lookStyle(look: DocumentCell['look']): string {
  if (look === null) return ''
  const { background, text, bar } = look
  const colors = `background-color:${background ?? '#ffffff'};color:${text ?? '#14171c'}`
  if (bar === null) return ` style="${colors}"`
  const [from, to] = [bar.from, bar.to].map((share) => `${(share * 100).toFixed(1)}%`)
  return ` style="${colors};background-image:linear-gradient(to right,transparent ${from},${bar.color} ${from},${bar.color} ${to},transparent ${to})"`
}
