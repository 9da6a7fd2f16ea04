import type { AnyVisualizationType } from './visualization.ts'

/** How long a failure is told before it is tried again, milliseconds: a promise that is another one each time would never be told. */
const FAILED_MS = 1000

/** The half of a type that draws, loaded once; one promise for all, as `use` wants it. */
export const partsOf = loadedOnce((type) => type.load())

/** The half that edits the options, likewise. */
export const editorOf = loadedOnce((type) => type.loadEditor())

/** What `use` reads of a promise: of one that has been kept it then takes the value at once, and waits for no other moment. */
interface Kept<Part> {
  status: 'fulfilled'
  value: Part
}

function loadedOnce<Part>(load: (type: AnyVisualizationType) => Promise<Part>): (type: AnyVisualizationType) => Promise<Part> {
  const loading = new Map<string, Promise<Part>>()
  return (type) => {
    const known = loading.get(type.type)
    if (known) return known
    // A chunk that did not arrive is asked for again the next time.
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
