import { i18n } from '@sightline/domain/language/i18n.ts'
import type { Drawing } from '../document.ts'
import { escaped } from './escape.ts'
import { svgHtml } from './svg.ts'
import { tableHtml } from './table.ts'

/** A chart as SVG in both schemes, and its values as a table that can be opened. @param key distinguishes the ids of the drawing */
export function drawingHtml({ svg, dark, description, table }: Drawing, title: string, key: string): string {
  const light = svgHtml(svg, `${key}-l`, description, dark === null ? '' : 'light')
  const night = dark === null ? '' : svgHtml(dark, `${key}-d`, description, 'dark')
  const values =
    table === null
      ? ''
      : `<details><summary>${escaped(i18n._('Values as a table'))}</summary>${tableHtml(table, i18n._('{title}, values', { title }))}</details>`
  return light + night + values
}
