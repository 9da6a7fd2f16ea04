import type { DocumentCell, DocumentHead, DocumentTable } from '../document.ts'
import { escaped } from './escape.ts'
import { linked } from './markdown.ts'

/** A table, which the script of the file can sort if it has one row of heads. @param label its name for screen readers */
export function tableHtml({ heads, rows, more }: DocumentTable, label: string): string {
  const isSortable = heads.length === 1 && rows.length > 1
  const head = heads.map((row) => `<tr>${row.map((one) => headHtml(one, isSortable)).join('')}</tr>`).join('')
  const aligns = (heads.at(-1) ?? []).flatMap(({ span, align }) => Array.from({ length: span }, () => align))
  const body = rows.map((row) => `<tr>${row.map((cell, at) => cellHtml(cell, aligns[at] ?? 'left')).join('')}</tr>`).join('\n')
  const table = `<table aria-label="${escaped(label)}"><thead>${head}</thead><tbody>${body}</tbody></table>`
  return `<div class="scroll" tabindex="0" role="region" aria-label="${escaped(label)}">${table}</div>${moreHtml(rows.length, more)}`
}

const moreHtml = (shown: number, more: number) =>
  more === 0
    ? ''
    : `<p class="quiet">The first ${shown.toLocaleString('en-US')} of ${(shown + more).toLocaleString('en-US')} rows are in this file.</p>`

function headHtml({ text, span, align }: DocumentHead, isSortable: boolean): string {
  const name = escaped(text)
  const content = isSortable && text !== '' ? `<button type="button">${name}</button>` : name
  const tag = text === '' ? 'td' : 'th'
  const scope = tag === 'th' ? ` scope="${span > 1 ? 'colgroup' : 'col'}"` : ''
  const sort = tag === 'th' && isSortable ? ' aria-sort="none"' : ''
  return `<${tag}${scope}${sort}${span > 1 ? ` colspan="${span}"` : ''} class="${align}">${content}</${tag}>`
}

function cellHtml({ text, link, number, look }: DocumentCell, align: string): string {
  const content = link === null ? escaped(text) : linked(escaped(text), link)
  const sort = number === null ? '' : ` data-n="${number}"`
  return `<td class="${align}"${sort}${lookStyle(look)}>${content}</td>`
}

/** Sets the background together with the text, because colors are those of the light scheme. */
function lookStyle(look: DocumentCell['look']): string {
  if (look === null) return ''
  const { background, text, bar } = look
  const colors = `background-color:${background ?? '#ffffff'};color:${text ?? '#14171c'}`
  if (bar === null) return ` style="${colors}"`
  const [from, to] = [bar.from, bar.to].map((share) => `${(share * 100).toFixed(1)}%`)
  return ` style="${colors};background-image:linear-gradient(to right,transparent ${from},${bar.color} ${from},${bar.color} ${to},transparent ${to})"`
}
