// This module runs in the frame of the visualization: it imports nothing, and reaches neither the page nor the network.

const PADDING = 12
const DOT = 5
const FONT_SIZE = 12
/** Average pixels of a character. */
const CHARACTER = 6.6

/** @type {import('sightline/plugin').VisualizationScript<HTMLElement>} */
export default {
  draw(root, { name, options, data, size, theme, formats }) {
    const labels = valuesOf(data, options.label)
    const numbers = valuesOf(data, options.value)
    const points = numbers
      .map((value, row) => ({ label: String(labels[row] ?? ''), value: Number(value) }))
      .filter((_, row) => numbers[row] !== null)
    if (options.order === 'value') points.sort((one, other) => other.value - one.value)
    const shown = points.slice(0, options.limit).map((point) => ({ ...point, text: numberText(point.value, formats) }))

    const svg = svgElement(root, 'svg', {
      width: size.width,
      height: size.height,
      role: 'img',
      'aria-label': `${name}: ${shown.map(({ label, text }) => `${label} ${text}`).join(', ')}`,
      'font-family': theme.font,
      'font-size': FONT_SIZE,
    })
    const longest = Math.max(0, ...shown.map(({ label }) => label.length))
    const left = PADDING + Math.min(longest * CHARACTER, size.width / 3) + PADDING
    const right = size.width - PADDING - (options.values ? 60 : DOT)
    // A plot of positive numbers begins at 0, so that distances can be compared.
    const least = Math.min(0, ...shown.map(({ value }) => value))
    const greatest = Math.max(0, ...shown.map(({ value }) => value))
    const x = (value) => left + ((value - least) / (greatest - least || 1)) * Math.max(0, right - left)
    const step = (size.height - 2 * PADDING) / Math.max(1, shown.length)

    for (const [row, { label, value, text }] of shown.entries()) {
      const y = PADDING + (row + 0.5) * step
      const line = { x1: left, x2: Math.max(left, right), y1: y, y2: y, stroke: theme.grid }
      const dot = { cx: x(value), cy: y, r: DOT, fill: theme.colors[0] }
      svg.append(
        textElement(root, clipped(label, left), { x: left - PADDING, y, fill: theme.text, 'text-anchor': 'end' }),
        svgElement(root, 'line', line),
        svgElement(root, 'circle', dot),
        ...(options.values ? [textElement(root, text, { x: x(value) + 2 * DOT, y, fill: theme.mutedText })] : []),
      )
    }
    root.replaceChildren(svg)
  },
}

/** The values of a chosen column. */
const valuesOf = ({ columns }, chosen) => columns.find(({ name }) => name === chosen)?.values ?? []

/** A number with the separators of the organization. */
const numberText = (value, { thousandsSeparator, decimalSeparator }) =>
  new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 })
    .formatToParts(value)
    .map(({ type, value: part }) => (type === 'group' ? thousandsSeparator : type === 'decimal' ? decimalSeparator : part))
    .join('')

function clipped(label, width) {
  const most = Math.max(1, Math.round((width - 2 * PADDING) / CHARACTER))
  return label.length > most ? `${label.slice(0, most - 1)}…` : label
}

function svgElement(root, tag, attributes) {
  const element = root.ownerDocument.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [attribute, value] of Object.entries(attributes)) element.setAttribute(attribute, String(value))
  return element
}

function textElement(root, text, attributes) {
  const element = svgElement(root, 'text', { 'dominant-baseline': 'central', ...attributes })
  element.textContent = text
  return element
}
