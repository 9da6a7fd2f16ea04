import { i18n } from '@sightline/domain/language/i18n.ts'
import { textDirection } from '@sightline/domain/languages.ts'
import type { DocumentTab, DocumentWidget, ExportDocument, NamedText } from '../document.ts'
import { drawingHtml } from './drawing.ts'
import { escaped } from './escape.ts'
import { blocksHtml, linked } from './markdown.ts'
import { SCRIPT, SCRIPT_HASH } from './script.ts'
import { STYLE } from './style.ts'
import { tableHtml } from './table.ts'

/** Forbids every connection, and every script but ours: the file shows data that others have written. */
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src '${SCRIPT_HASH}'; base-uri 'none'; form-action 'none'`

/** Writes a dashboard as one HTML file, which needs neither the server nor a network. */
export function writeHtml(document: ExportDocument): Buffer {
  const { title, organization, link, madeAt, values, notes, tabs } = document
  const origin = [organization, i18n._('made {time}', { time: madeAt })]
    .filter((text) => text !== '')
    .map(escaped)
    .join(' · ')
  return Buffer.from(`<!doctype html>
<html lang="${i18n.locale}" dir="${textDirection(i18n.locale)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="Sightline">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="page">
<h1>${escaped(title)}</h1>
${logoHtml(document)}
<p class="quiet">${origin} · ${linked(escaped(link), link)}</p>
${valuesHtml(values)}
${notes.map((note) => `<p class="quiet">${escaped(note)}</p>`).join('\n')}
</header>
${tabs.length > 1 ? `<nav aria-label="${escaped(i18n._('Tabs'))}"><ul>${tabs.map(({ name }, at) => `<li><a href="#tab-${at}">${escaped(name ?? '')}</a></li>`).join('')}</ul></nav>` : ''}
<main>
${tabs.map(tabHtml).join('\n')}
</main>
<footer><p class="quiet">${escaped(i18n._('The values in this file are those of {time} and do not change.', { time: madeAt }))}</p></footer>
<script>${SCRIPT}</script>
</body>
</html>
`)
}

const IMAGE_TYPES = /^image\/(png|jpeg|webp)$/

function logoHtml({ logo, organization }: ExportDocument): string {
  if (logo === null || !IMAGE_TYPES.test(logo.type)) return ''
  return `<img src="data:${logo.type};base64,${Buffer.from(logo.bytes).toString('base64')}" alt="${escaped(i18n._('Logo of {organization}', { organization }))}">`
}

const valuesHtml = (values: readonly NamedText[]) =>
  values.length === 0
    ? ''
    : `<ul class="values">${values.map(({ name, text }) => `<li>${escaped(name)}: ${escaped(text)}</li>`).join('')}</ul>`

function tabHtml({ name, widgets }: DocumentTab, index: number): string {
  const heading = name === null ? '' : `<h2 id="tab-${index}">${escaped(name)}</h2>`
  const level = name === null ? 2 : 3
  const ordered = widgets.toSorted((one, other) => one.place.row - other.place.row || one.place.col - other.place.col)
  const rows = rowNumbers(ordered)
  return `<section>${heading}<div class="grid">${ordered.map((widget, at) => widgetHtml(widget, rows, { key: `w${index}-${at}`, level })).join('\n')}</div></section>`
}

/** The rows of the grid in which widgets begin or end, so that empty ones take no space and contents have the height that they need. */
function rowNumbers(widgets: readonly DocumentWidget[]): number[] {
  const edges = new Set(widgets.flatMap(({ place: { row, rows } }) => [row, row + rows]))
  return [...edges].sort((one, other) => one - other)
}

interface WidgetPlace {
  /** Begins the ids of its elements. */
  key: string
  /** The level of its headings: below that of the page, or of its tab. */
  level: number
}

function widgetHtml(widget: DocumentWidget, rows: readonly number[], { key, level }: WidgetPlace): string {
  const { place, title, note, values, time, remarks } = widget
  const lines = [rows.indexOf(place.row) + 1, rows.indexOf(place.row + place.rows) + 1]
  const area = `grid-column:${place.col + 1} / span ${place.columns};grid-row:${lines.join(' / ')}`
  const facts = [note, time ?? '']
    .filter((text) => text !== '')
    .map(escaped)
    .join(' · ')
  const head =
    title === null
      ? ''
      : `<header><h${level} id="${key}" class="title">${escaped(title)}</h${level}><p class="quiet">${facts}</p>${valuesHtml(values)}</header>`
  const label = title === null ? '' : ` aria-labelledby="${key}"`
  const notes = remarks.map((remark) => `<p class="quiet">${escaped(remark)}</p>`).join('')
  return `<article class="widget"${label} style="${area}">${head}${contentHtml(widget, key, level)}${notes}</article>`
}

function contentHtml({ content, title }: DocumentWidget, key: string, level: number): string {
  if (content === null) return ''
  switch (content.kind) {
    case 'text':
      return `<div class="text">${blocksHtml(content.blocks, level)}</div>`
    case 'drawing':
      return drawingHtml(content, title ?? '', key)
    case 'table':
      return content.rows.length === 0 ? '' : tableHtml(content, title ?? i18n._('Table'))
  }
}
