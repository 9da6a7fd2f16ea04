/** The properties that style sheets give to parts of an SVG. */
const PROPERTIES = [
  ...[
    'fill',
    'fill-opacity',
    'stroke',
    'stroke-width',
    'stroke-opacity',
    'stroke-dasharray',
    'stroke-linecap',
    'stroke-linejoin',
  ],
  ...['opacity', 'visibility', 'display', 'paint-order', 'vector-effect', 'transform', 'transform-origin', 'transform-box'],
  ...[
    'font-family',
    'font-size',
    'font-weight',
    'font-style',
    'font-variant-numeric',
    'letter-spacing',
    'text-anchor',
    'dominant-baseline',
  ],
]

/**
 * Writes the styles of the parts of all SVGs into their attributes: the library that copies the page keeps those only, and without them
 * shapes are black and texts elsewhere.
 * @returns takes the styles out again
 */
export function inlineSvgStyles(element: HTMLElement): () => void {
  const parts = [...element.querySelectorAll<SVGElement>('svg *')].filter((part) => part.closest('[data-unpictured]') === null)
  // All are read before the first one is written, because parts inherit from each other.
  const styles = parts.map((part) => {
    const computed = getComputedStyle(part)
    return PROPERTIES.map((property) => `${property}:${computed.getPropertyValue(property)}`).join(';')
  })
  const before = parts.map((part) => part.getAttribute('style'))
  for (const [at, part] of parts.entries()) part.setAttribute('style', `${before[at] ?? ''};${styles[at]}`)
  return () => {
    for (const [at, part] of parts.entries()) {
      const style = before[at] ?? null
      if (style === null) part.removeAttribute('style')
      else part.setAttribute('style', style)
    }
  }
}
