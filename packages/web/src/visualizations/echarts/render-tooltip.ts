import { t } from '@lingui/core/macro'
import styles from './ChartFrame.module.css'
import type { TooltipContent } from './tooltip.ts'

/** Builds the tooltip from DOM elements instead of HTML, because names come from the data. */
export function renderTooltip({ title, rows, more }: TooltipContent): HTMLElement {
  const root = document.createElement('div')
  if (title !== '') root.append(part('tipTitle', title))
  for (const { color, name, value } of rows) {
    const swatch = part('tipSwatch', '')
    swatch.style.background = color
    const row = part('tipRow', '')
    row.append(swatch, part('tipName', name), part('tipValue', value))
    root.append(row)
  }
  if (more > 0) root.append(part('tipMore', t`and ${more} more`))
  return root
}

function part(style: string, text: string): HTMLElement {
  const element = document.createElement('div')
  element.className = styles[style] ?? ''
  element.textContent = text
  return element
}
