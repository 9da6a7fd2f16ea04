import address from 'plotly.js-cartesian-dist-min/plotly-cartesian.min.js?url'

let loading: Promise<string> | null = null

/** Loads the source of the charting library for custom code; the frame has no network access to load it itself. */
export function loadLibrary(): Promise<string> {
  loading ??= fetch(address).then((reply) => {
    if (reply.ok) return reply.text()
    throw new Error(`The library was answered with ${reply.status}.`)
  })
  // A failed download is not cached, so the next chart retries.
  loading.catch(() => {
    loading = null
  })
  return loading
}
