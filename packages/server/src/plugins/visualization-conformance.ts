import type { VisualizationCase } from '@sightline/contract/plug-in.ts'
import { readOptions } from '../platform/type-options.ts'
import { type CaseOutcome, examination } from './conformance.ts'
import { pluginVisualization } from './visualization.ts'
import type { LoadedVisualization } from './visualization-script.ts'

/**
 * Runs the cases that every visualization of a plug-in must pass: those that need no browser. Whether a script draws well is left to
 * the test of the plug-in.
 */
export async function examineVisualization(
  visualization: LoadedVisualization,
  { options, columns }: VisualizationCase,
): Promise<CaseOutcome[]> {
  const { outcomes, check } = examination()
  await check('the options of its case are those that it declares', () => {
    const undeclared = Object.keys(options).find((name) => !(name in visualization.options))
    if (undeclared !== undefined) throw new Error(`It declares no option "${undeclared}".`)
    const { problem } = readOptions(pluginVisualization(visualization).config, options)
    if (problem !== null) throw new Error(problem)
  })
  await check('the columns of its case are those that its options choose', () => {
    const names = columns.map(({ name }) => name)
    const chosen = Object.entries(visualization.options).flatMap(([name, { column }]) => (column ? (options[name] ?? []) : []))
    const missing = chosen.find((name) => !names.includes(String(name)))
    if (missing !== undefined) throw new Error(`Its case has no column "${missing}".`)
  })
  await check('its script is one module with a function draw()', async () => {
    // As in the frame, there is no place from which a script could import other files.
    const { default: script } = await import(
      `data:text/javascript;base64,${Buffer.from(visualization.code).toString('base64')}`
    )
    if (typeof script?.draw !== 'function') throw new Error('Its default export has no function draw().')
  })
  return outcomes
}
