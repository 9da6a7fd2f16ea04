import address from 'plotly.js-cartesian-dist-min/plotly-cartesian.min.js?url'

let loading: Promise<string> | null = null

/** The text of the library that custom code draws with. The frame cannot fetch it for itself. */
export function loadLibrary(): Promise<string> {
  loading ??= fetch(address).then((reply) => {
    if (reply.ok) return reply.text()
    throw new Error(`The library was answered with ${reply.status}.`)
  })
  // What did not arrive is asked for again the next time.
  loading.catch(() => {
    loading = null
  })
  return loading
}
