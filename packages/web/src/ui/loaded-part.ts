/** Milliseconds for which a failed promise is cached before a retry. React must see the same promise again to report its error. */
const FAILED_MS = 1000

/** The fields that `use` reads from a promise: a fulfilled one returns its value without suspending. */
interface Kept<Part> {
  status: 'fulfilled'
  value: Part
}

/**
 * A part of a page that is loaded when it is first needed, and only once. Unlike `lazy` of React it is requested again after a failure.
 * @param load imports the module of the part
 * @returns gives the same promise each time, for `use`
 */
export function loadedPart<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loading: Promise<Part> | null = null
  return () => {
    if (loading !== null) return loading
    const part = load().catch((error: unknown) => {
      setTimeout(() => {
        loading = null
      }, FAILED_MS)
      throw error
    })
    loading = part
    void part.then(
      (value) => Object.assign(part, { status: 'fulfilled', value } satisfies Kept<Part>),
      () => {},
    )
    return part
  }
}
