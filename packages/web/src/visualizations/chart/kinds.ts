import { i18n } from '@sightline/domain/language/i18n.ts'

/** The supported kinds of chart, by stored name. */
export const chartKinds = [
  { kind: 'line', name: () => i18n._('Line') },
  { kind: 'column', name: () => i18n._('Bar') },
  { kind: 'area', name: () => i18n._('Area') },
  { kind: 'pie', name: () => i18n._('Pie') },
  { kind: 'scatter', name: () => i18n._('Scatter') },
  { kind: 'bubble', name: () => i18n._('Bubble') },
  { kind: 'heatmap', name: () => i18n._('Heatmap') },
  { kind: 'box', name: () => i18n._('Box') },
  { kind: 'custom', name: () => i18n._('Custom') },
] as const
export type ChartKind = (typeof chartKinds)[number]['kind']

/** The kinds offered in the editor: custom charts only if the installation allows them or the chart already is one. */
export const offeredKinds = (allowsCustomCode: boolean, current: string) =>
  chartKinds.filter(({ kind }) => kind !== 'custom' || allowsCustomCode || current === 'custom')

/** Returns the kind by its stored name; null for kinds that only other clients draw. */
export const kindOf = (stored: string): ChartKind | null => chartKinds.find(({ kind }) => kind === stored)?.kind ?? null

/** The display name of a stored kind. */
export function kindName(stored: string): string {
  const known = chartKinds.find(({ kind }) => kind === stored)
  return known?.name() ?? stored.charAt(0).toUpperCase() + stored.slice(1)
}

const oneOf =
  (...kinds: ChartKind[]) =>
  (stored: string) =>
    kinds.some((kind) => kind === stored)

/** Capabilities of the kinds, by stored name. */
export const canStack = oneOf('line', 'area', 'column')
export const canLieDown = oneOf('line', 'area', 'column', 'box')
export const hasErrors = oneOf('line', 'area', 'column', 'scatter')
/** Whether the chart has two numeric axes and can mix series types. */
export const hasAxes = oneOf('line', 'column', 'area', 'scatter', 'bubble', 'box')

/** Whether the chart places marks by their values on two axes. */
export const isCartesian = oneOf('line', 'column', 'area', 'scatter', 'bubble')

/** Whether the chart can be split into panels. */
export const canHavePanels = isCartesian

/** Whether values run to the right instead of upwards. */
export const isLyingDown = ({ swappedAxes, globalSeriesType }: { swappedAxes: boolean; globalSeriesType: string }) =>
  swappedAxes && canLieDown(globalSeriesType)
