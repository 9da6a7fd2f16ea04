import type { Block, Span } from '../markdown.ts'
import { escaped } from './escape.ts'

/**
 * The text of a textbox as HTML. It has no markup but our own.
 * @param top the level of its highest headings; none is left out below, as screen readers expect
 */
export function blocksHtml(blocks: readonly Block[], top: number): string {
  const levels = [...new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.level] : [])))].sort()
  return blocks.map((block) => blockHtml(block, (level) => Math.min(6, top + levels.indexOf(level)))).join('\n')
}

function blockHtml(block: Block, levelOf: (level: number) => number): string {
  switch (block.kind) {
    case 'heading': {
      const level = levelOf(block.level)
      return `<h${level} class="heading-${block.level}">${spans(block.spans)}</h${level}>`
    }
    case 'paragraph':
      return `<p>${spans(block.spans)}</p>`
    case 'quote':
      return `<blockquote>${spans(block.spans)}</blockquote>`
    case 'item':
      return `<div class="item" style="margin-inline-start:${block.depth * 20}px"><span>${escaped(block.marker)}</span><span>${spans(block.spans)}</span></div>`
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

function spanHtml({ text, isBold, isItalic, isCode, isStruck, link }: Span): string {
  let html = escaped(text).replaceAll('\n', '<br>')
  if (isCode) html = `<code>${html}</code>`
  if (isItalic) html = `<em>${html}</em>`
  if (isBold) html = `<strong>${html}</strong>`
  if (isStruck) html = `<del>${html}</del>`
  return link === null ? html : linked(html, link)
}

/** @param html the text of the link, already escaped */
export const linked = (html: string, url: string): string => `<a href="${escaped(url)}" rel="noreferrer">${html}</a>`
