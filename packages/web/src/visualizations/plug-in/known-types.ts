import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { visualizationTypeName } from '@sightline/domain/visualization-names.ts'

// The settings of the installation name these types. They arrive before any page is shown, so all code can look up a type without
// waiting, as for the types of the product. This module is small, because it is part of every page.
let known: readonly PlugInVisualization[] = []

/** Takes the types of plug-ins from the settings of the installation. */
export function learnPlugIns(types: readonly PlugInVisualization[]): void {
  // Each session that is loaded brings them again, and new types would draw every view again.
  if (JSON.stringify(types) !== JSON.stringify(known)) known = types
}

/** The visualization types of plug-ins. The same array until others are learnt. */
export const plugIns = (): readonly PlugInVisualization[] => known

/** The name of a type as people read it; that of an unknown type is its id. */
export const nameOfType = (type: string): string =>
  known.find((plugIn) => plugIn.type === type)?.name ?? visualizationTypeName(type)
