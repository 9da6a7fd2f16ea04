import type { AnyVisualizationType } from './visualization.ts'

type Parts = Awaited<ReturnType<AnyVisualizationType['load']>>
const loading = new Map<string, Promise<Parts>>()

/** How long a failure is told before it is tried again, milliseconds: a promise that is another one each time would never be told. */
const FAILED_MS = 1000

/** The drawing and editing halves of a type, loaded once; one promise for all, as `use` wants it. */
export function partsOf(type: AnyVisualizationType): Promise<Parts> {
  const known = loading.get(type.type)
  if (known) return known
  // A chunk that did not arrive is asked for again the next time.
  const parts = type.load().catch((error: unknown) => {
    setTimeout(() => loading.delete(type.type), FAILED_MS)
    throw error
  })
  loading.set(type.type, parts)
  return parts
}
