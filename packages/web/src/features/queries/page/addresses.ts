/** An embed's frame, CSS pixels, until somebody chooses another size. */
export const EMBED_SIZE = { width: 720, height: 391 } as const

/**
 * The address of one visualization for pages of other sites, as a path of the product.
 * @param apiKey null for those who do not get to see it: visitors then have to sign in
 * @param values of the parameters, as the address has them
 */
export function embedPath(
  queryId: number,
  visualizationId: number,
  apiKey: string | null,
  values: Record<string, string>,
): string {
  const search = new URLSearchParams({ ...(apiKey === null ? {} : { api_key: apiKey }), ...values })
  return `embed/query/${queryId}/visualization/${visualizationId}${search.size > 0 ? `?${search}` : ''}`
}

/** The code that shows an address in a frame. Sizes are CSS pixels. */
export const frameCode = (address: string, width: number, height: number): string =>
  `<iframe src="${address.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}" width="${width}" height="${height}"></iframe>`

/** Where the latest result of a query is answered to whoever holds its key. */
export const keyedResultPath = (id: number, fileType: 'csv' | 'json', key: string) =>
  `api/queries/${id}/results.${fileType}?api_key=${encodeURIComponent(key)}`
