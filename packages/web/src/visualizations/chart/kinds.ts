/** The kinds of chart that are drawn, by their stored name. */
export const chartKinds = [
  { kind: 'line', name: 'Line' },
  { kind: 'column', name: 'Bar' },
  { kind: 'area', name: 'Area' },
  { kind: 'pie', name: 'Pie' },
  { kind: 'scatter', name: 'Scatter' },
] as const
export type ChartKind = (typeof chartKinds)[number]['kind']

/** The kind by its stored name; null for one that other clients draw. */
export const kindOf = (stored: string): ChartKind | null => chartKinds.find(({ kind }) => kind === stored)?.kind ?? null

/** What people call a stored kind. */
export function kindName(stored: string): string {
  const known = chartKinds.find(({ kind }) => kind === stored)
  return known?.name ?? stored.charAt(0).toUpperCase() + stored.slice(1)
}
