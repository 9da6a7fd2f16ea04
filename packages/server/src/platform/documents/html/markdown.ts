import type { Block, Span } from '../markdown.ts'
import { escaped } from './escape.ts'

/** The text of a textbox as HTML. It has no markup but our own. */
export const blocksHtml = (blocks: readonly Block[]): string => blocks.map(blockHtml).join('\n')

function blockHtml(block: Block): string {
  switch (block.kind) {
    case 'heading': {
      // Below the headings of the page and its tabs.
      const level = Math.min(6, block.level + 2)
      return `<h${level}>${spans(block.spans)}</h${level}>`
    }
    case 'paragraph':
      return `<p>${spans(block.spans)}</p>`
    case 'quote':
      return `<blockquote>${spans(block.spans)}</blockquote>`
    case 'item':
      return `<div class="item" style="margin-left:${block.depth * 20}px"><span>${escaped(block.marker)}</span><span>${spans(block.spans)}</span></div>`
    case 'code':
      return `<pre>${escaped(block.text)}</pre>`
    case 'table': {
      const [head = [], ...rows] = block.rows
      const row = (cells: Span[][], tag: 'th' | 'td') =>
        `<tr>${cells.map((cell) => `<${tag}>${spans(cell)}</${tag}>`).join('')}</tr>`
      return `<table><thead>${row(head, 'th')}</thead><tbody>${rows.map((cells) => row(cells, 'td')).join('')}</tbody></table>`
    }
    case 'rule':
      return '<hr>'
  }
}

const spans = (all: readonly Span[]) => all.map(spanHtml).join('')

function spanHtml({ text, isBold, isItalic, isCode, link }: Span): string {
  let html = escaped(text).replaceAll('\n', '<br>')
  if (isCode) html = `<code>${html}</code>`
  if (isItalic) html = `<em>${html}</em>`
  if (isBold) html = `<strong>${html}</strong>`
  return link === null ? html : linked(html, link)
}

/** @param html the text of the link, already escaped */
export const linked = (html: string, url: string): string => `<a href="${escaped(url)}" rel="noreferrer">${html}</a>`
