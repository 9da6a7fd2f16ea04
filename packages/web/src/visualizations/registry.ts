import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { memoized } from '@sightline/domain/memoized.ts'
import { registry } from '@sightline/domain/registry.ts'
import { loadedPart } from '../ui/loaded-part.ts'
import boxplot from './boxplot/index.ts'
import calendar from './calendar/index.ts'
import candlestick from './candlestick/index.ts'
import chart from './chart/index.ts'
import choropleth from './choropleth/index.ts'
import cohort from './cohort/index.ts'
import counter from './counter/index.ts'
import details from './details/index.ts'
import funnel from './funnel/index.ts'
import gauge from './gauge/index.ts'
import histogram from './histogram/index.ts'
import map from './map/index.ts'
import pivot from './pivot/index.ts'
import { plugIns } from './plug-in/known-types.ts'
import { plugInType } from './plug-in/plug-in-type.ts'
import sankey from './sankey/index.ts'
import sunburst from './sunburst/index.ts'
import table from './table/index.ts'
import treemap from './treemap/index.ts'
import type { AnyVisualizationType } from './visualization.ts'
import waterfall from './waterfall/index.ts'
import wordCloud from './word-cloud/index.ts'

/** The type of new visualizations. */
export const DEFAULT_TYPE = 'CHART'

/**
 * Creates the lookup table of types.
 * @throws `Visualization {type} already registered.` if a type occurs twice
 */
export const register = (types: readonly AnyVisualizationType[]) => registry('Visualization', types)

/** All types of the product in the order in which they are offered; one line per type. */
export const visualizationTypes: readonly AnyVisualizationType[] = [
  chart,
  table,
  counter,
  gauge,
  histogram,
  waterfall,
  treemap,
  calendar,
  candlestick,
  pivot,
  choropleth,
  map,
  cohort,
  funnel,
  wordCloud,
  details,
  sunburst,
  sankey,
  boxplot,
]

const byType = register(visualizationTypes)

/** The types of plug-ins, made once of what is known about them. */
const typesOf = memoized((known: readonly PlugInVisualization[]) => register(known.map(plugInType)), 1)

/** Returns the type of a stored visualization; null if it is unknown. */
export const visualizationOf = (type: string): AnyVisualizationType | null =>
  byType.get(type) ?? typesOf(plugIns()).get(type) ?? null

/** All types, those of plug-ins last. */
const allTypes = () => [...visualizationTypes, ...typesOf(plugIns()).values()]

/** The types offered for a visualization, including the current one even if it is deprecated. */
export const offeredTypes = (current: string | null, types: readonly AnyVisualizationType[] = allTypes()) =>
  types.filter(({ type, isDeprecated }) => !isDeprecated || type === current)

/** The renderer of a type, loaded once; `use` requires the same promise each time. */
export const partsOf = loadedOnce((type) => type.load())

/** The editor of a type, loaded once. */
export const editorOf = loadedOnce((type) => type.loadEditor())

function loadedOnce<Part>(load: (type: AnyVisualizationType) => Promise<Part>): (type: AnyVisualizationType) => Promise<Part> {
  const parts = new Map<string, () => Promise<Part>>()
  return (type) => {
    const part = parts.get(type.type) ?? loadedPart(() => load(type))
    parts.set(type.type, part)
    return part()
  }
}
