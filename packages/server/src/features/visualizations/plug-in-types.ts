import { Readable } from 'node:stream'
import type { PlugInVisualization } from '@sightline/contract/visualizations.ts'
import { isTypeName, visualizationTypeName } from '@sightline/domain/visualization-names.ts'
import type { StreamReply } from '../../platform/http/app.ts'
import { AppError } from '../../platform/http/errors.ts'
import { FOR_GOOD } from '../../platform/http/headers.ts'
import { readOptions } from '../../platform/type-options.ts'
import { pluginVisualizations } from '../../plugins/visualization-registry.ts'

/** The types that plug-ins add, for browsers. */
export const plugInTypes = (): PlugInVisualization[] => [...pluginVisualizations.values()].map(({ descriptor }) => descriptor)

/** Whether a plug-in of this process adds a type. */
export const isOfPlugIn = (type: string): boolean => pluginVisualizations.has(type)

/** The name of a type, also of one of a plug-in, as people read it. */
export const typeName = (type: string): string => pluginVisualizations.get(type)?.name ?? visualizationTypeName(type)

/** Whether the name of a visualization is that of its type, which it has until a user names it. */
export const isNameOfType = (name: string, type: string): boolean => name === typeName(type) || isTypeName(name, type)

/**
 * Checks options by what the plug-in of a type declares. Options of other types are known to browsers alone, and options beyond
 * the declared ones stay: an earlier version of the plug-in may have had them.
 * @throws AppError `visualization_options_invalid`
 */
export function checkOptions(type: string, options: Record<string, unknown>): void {
  const known = pluginVisualizations.get(type)
  const problem = known ? readOptions(known.config, options).problem : null
  if (problem !== null) throw new AppError('visualization_options_invalid', { reason: problem })
}

/** The script with a hash. It is plain text, so that no page can run it with the session of its reader. */
export function script(hash: string): StreamReply {
  const known = [...pluginVisualizations.values()].find((type) => type.hash === hash)
  if (!known) throw new AppError('not_found')
  return {
    contentType: 'text/plain; charset=utf-8',
    body: Readable.from([known.code]),
    headers: { 'cache-control': `public, ${FOR_GOOD}` },
  }
}
