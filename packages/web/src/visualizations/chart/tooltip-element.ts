import type { TooltipContent } from './option/tooltip.ts'
import styles from './Renderer.module.css'

/** Builds a tooltip of elements, never of markup: names come from the data. */
export function renderTooltip({ title, rows, more }: TooltipContent): HTMLElement {
  const root = document.createElement('div')
  root.append(part('tipTitle', title))
  for (const { color, name, value } of rows) {
    const swatch = part('tipSwatch', '')
    swatch.style.background = color
    const row = part('tipRow', '')
    row.append(swatch, part('tipName', name), part('tipValue', value))
    root.append(row)
  }
  if (more > 0) root.append(part('tipMore', `and ${more} more`))
  return root
}

function part(style: string, text: string): HTMLElement {
  const element = document.createElement('div')
  element.className = styles[style] ?? ''
  element.textContent = text
  return element
}
