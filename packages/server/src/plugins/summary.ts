import { destinationProblems } from '../destinations/registry.ts'
import { runnerProblems } from '../runners/registry.ts'
import { loadedPlugins } from './loaded.ts'
import { visualizationProblems } from './visualization-registry.ts'

/** The plug-ins of this process, for administrators. */
export interface PluginSummary {
  /** Name and version of each plug-in that was loaded. */
  loaded: string[]
  /** One sentence about each plug-in or type that was not. */
  problems: string[]
}

export function pluginSummary(): PluginSummary {
  const { plugins, problem } = loadedPlugins
  return {
    loaded: plugins.filter((plugin) => plugin.problem === null).map(({ name }) => name),
    problems: [
      problem,
      ...plugins.map((plugin) => plugin.problem),
      ...runnerProblems,
      ...destinationProblems,
      ...visualizationProblems,
    ].filter((sentence) => sentence !== null),
  }
}
