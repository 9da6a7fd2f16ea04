import { loadedPlugins } from './loaded.ts'
import { mergeTypes } from './merge.ts'
import { type PluginVisualization, pluginVisualization } from './visualization.ts'

const offered = loadedPlugins.plugins.flatMap(({ name, visualizations }) =>
  visualizations.map((type) => ({ plugin: name, type: pluginVisualization(type) })),
)

/**
 * The visualization types of plug-ins, and a sentence about each that was left out. Those of the product are known to browsers alone;
 * their ids are capital letters, so no plug-in can take one.
 */
export const { types: pluginVisualizations, problems: visualizationProblems } = mergeTypes(
  'Visualization',
  new Map<string, PluginVisualization>(),
  offered,
)
