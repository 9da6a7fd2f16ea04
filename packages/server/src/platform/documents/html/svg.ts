import { readSvg, type SvgElement } from '../svg-tree.ts'
import { escaped } from './escape.ts'

const ELEMENTS = new Set([
  'g',
  'path',
  'rect',
  'circle',
  'line',
  'polygon',
  'polyline',
  'text',
  'tspan',
  'defs',
  'clipPath',
  'linearGradient',
  'stop',
])
const ATTRIBUTES =
  /^(?:id|d|x|y|x1|y1|x2|y2|cx|cy|r|width|height|points|transform|fill|stroke|opacity|offset|clip-path|text-anchor|dominant-baseline|paint-order|style|(?:fill|stroke|stop|font|clip)-[a-z]+|xml:space)$/

/**
 * Writes only the elements and attributes that a drawing may have, so that nothing else gets into the file.
 * @param key distinguishes its ids from those of other drawings
 */
export function svgHtml(svg: string, key: string, description: string, className: string): string {
  const root = readSvg(svg)
  const { width = '', height = '' } = root.attributes
  const [wide, high] = [Number.parseFloat(width), Number.parseFloat(height)]
  const title = `<title>${escaped(description)}</title>`
  const content = root.children.map((child) => elementHtml(child, key)).join('')
  return `<svg class="${className}" role="img" viewBox="0 0 ${wide} ${high}" width="${wide}" height="${high}">${title}${content}</svg>`
}

function elementHtml({ name, attributes, children, text }: SvgElement, key: string): string {
  if (!ELEMENTS.has(name)) return ''
  const written = Object.entries(attributes)
    .filter(([attribute]) => ATTRIBUTES.test(attribute))
    .map(([attribute, value]) => ` ${attribute}="${escaped(withKey(attribute, value, key))}"`)
    .join('')
  return `<${name}${written}>${escaped(text.trim() === '' && children.length > 0 ? '' : text)}${children.map((child) => elementHtml(child, key)).join('')}</${name}>`
}

/** Ids are unique in the file, in which there are many drawings. */
const withKey = (attribute: string, value: string, key: string) =>
  attribute === 'id' ? `${key}-${value}` : value.replace(/url\(#/g, `url(#${key}-`)
