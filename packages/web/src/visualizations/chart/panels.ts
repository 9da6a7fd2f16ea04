import type { CartesianChart, Panel } from './prepared.ts'

/** A panel as a chart of its own, without the titles that it shares with the others. */
export const panelChart = (chart: CartesianChart, { data, trends }: Panel): CartesianChart => ({
  ...chart,
  data,
  trends,
  panels: null,
  titles: { x: '', y: ['', ''] },
})

/** The chart itself, or its panels, each with its name; null for a chart without panels. */
export const partsOf = (chart: CartesianChart): { name: string | null; chart: CartesianChart }[] =>
  chart.panels === null
    ? [{ name: null, chart }]
    : chart.panels.map((panel) => ({ name: panel.name, chart: panelChart(chart, panel) }))

/** The id of a mark in a panel. */
export const idInPanel = (index: number, id: string): string => `${index}:${id}`

/** The panel and the id of a mark in it; null if the text is no such id. */
export function readPanelId(id: string): { index: number; id: string } | null {
  const match = /^(\d+):(.*)$/s.exec(id)
  return match ? { index: Number(match[1]), id: match[2] ?? '' } : null
}
