import type { AnyVisualizationType } from './visualization.ts'

type Parts = Awaited<ReturnType<AnyVisualizationType['load']>>
const loading = new Map<string, Promise<Parts>>()

/** The drawing and editing halves of a type, loaded once; one promise for all, as `use` wants it. */
export function partsOf(type: AnyVisualizationType): Promise<Parts> {
  const known = loading.get(type.type)
  if (known) return known
  // A chunk that did not arrive is asked for again the next time.
  const parts = type.load().catch((error: unknown) => {
    loading.delete(type.type)
    throw error
  })
  loading.set(type.type, parts)
  return parts
}
