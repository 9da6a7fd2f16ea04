import { SaxesParser } from 'saxes'

/** An element of an SVG document. */
export interface SvgElement {
  name: string
  attributes: Record<string, string>
  children: SvgElement[]
  /** The text directly inside. */
  text: string
}

/** Reads an SVG document that this program has drawn. */
export function readSvg(svg: string): SvgElement {
  const root: SvgElement = { name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => {
    const element: SvgElement = { name, attributes, children: [], text: '' }
    open.at(-1)?.children.push(element)
    open.push(element)
  })
  parser.on('text', (text) => {
    const element = open.at(-1)
    if (element) element.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(svg).close()
  return root.children[0] ?? root
}

/** All elements of a document by their id. */
export function elementsById(element: SvgElement, found = new Map<string, SvgElement>()): Map<string, SvgElement> {
  const { id } = element.attributes
  if (id !== undefined) found.set(id, element)
  for (const child of element.children) elementsById(child, found)
  return found
}

/** The value of an attribute, or of a property in `style`; null for none. */
export function attributeOf({ attributes }: SvgElement, name: string): string | null {
  const own = attributes[name]
  if (own !== undefined) return own
  const declared = attributes.style?.split(';').find((part) => part.trim().startsWith(`${name}:`))
  return declared === undefined ? null : declared.slice(declared.indexOf(':') + 1).trim()
}

/** A number in an attribute. */
export function numberOf(element: SvgElement, name: string, fallback: number): number {
  const number = Number.parseFloat(attributeOf(element, name) ?? '')
  return Number.isFinite(number) ? number : fallback
}
