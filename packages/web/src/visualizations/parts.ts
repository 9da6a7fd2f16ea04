import type { AnyVisualizationType } from './visualization.ts'

/**
 * Milliseconds for which a failed promise is cached before a retry. React must see the same promise again to report its error.
 */
const FAILED_MS = 1000

/** The renderer of a type, loaded once; `use` requires the same promise each time. */
export const partsOf = loadedOnce((type) => type.load())

/** The editor of a type, loaded once. */
export const editorOf = loadedOnce((type) => type.loadEditor())

/** The fields that `use` reads from a promise: a fulfilled one returns its value without suspending. */
interface Kept<Part> {
  status: 'fulfilled'
  value: Part
}

function loadedOnce<Part>(load: (type: AnyVisualizationType) => Promise<Part>): (type: AnyVisualizationType) => Promise<Part> {
  const loading = new Map<string, Promise<Part>>()
  return (type) => {
    const known = loading.get(type.type)
    if (known) return known
    // A failed chunk is requested again the next time.
    const part = load(type).catch((error: unknown) => {
      setTimeout(() => loading.delete(type.type), FAILED_MS)
      throw error
    })
    loading.set(type.type, part)
    void part.then(
      (value) => Object.assign(part, { status: 'fulfilled', value } satisfies Kept<Part>),
      () => {},
    )
    return part
  }
}
