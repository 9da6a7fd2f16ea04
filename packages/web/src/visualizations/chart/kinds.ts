/** The kinds of chart that are drawn, by their stored name. */
export const chartKinds = [
  { kind: 'line', name: 'Line' },
  { kind: 'column', name: 'Bar' },
  { kind: 'area', name: 'Area' },
  { kind: 'pie', name: 'Pie' },
  { kind: 'scatter', name: 'Scatter' },
  { kind: 'bubble', name: 'Bubble' },
  { kind: 'heatmap', name: 'Heatmap' },
  { kind: 'box', name: 'Box' },
  { kind: 'custom', name: 'Custom' },
] as const
export type ChartKind = (typeof chartKinds)[number]['kind']

/** The kinds on offer: charts of one's own code only where the installation allows them, or the chart is one already. */
export const offeredKinds = (allowsCustomCode: boolean, current: string) =>
  chartKinds.filter(({ kind }) => kind !== 'custom' || allowsCustomCode || current === 'custom')

/** The kind by its stored name; null for one that other clients draw. */
export const kindOf = (stored: string): ChartKind | null => chartKinds.find(({ kind }) => kind === stored)?.kind ?? null

/** What people call a stored kind. */
export function kindName(stored: string): string {
  const known = chartKinds.find(({ kind }) => kind === stored)
  return known?.name ?? stored.charAt(0).toUpperCase() + stored.slice(1)
}

const oneOf =
  (...kinds: ChartKind[]) =>
  (stored: string) =>
    kinds.some((kind) => kind === stored)

/** What the kinds can do, by their stored name. */
export const canStack = oneOf('line', 'area', 'column')
export const canLieDown = oneOf('line', 'area', 'column', 'box')
export const hasErrors = oneOf('line', 'area', 'column', 'scatter')
/** Whether the chart has two axes with values along them, with series of their own types. */
export const hasAxes = oneOf('line', 'column', 'area', 'scatter', 'bubble', 'box')
