/**
 * The address of a query's page, as a path of the product.
 * @param parameters values by parameter name; they are written with the prefix `p_`
 */
export function queryPath(id: number, mode: 'view' | 'source', parameters: Record<string, string> = {}): string {
  const search = new URLSearchParams(Object.entries(parameters).map(([name, value]) => [`p_${name}`, value])).toString()
  return `queries/${id}${mode === 'source' ? '/source' : ''}${search === '' ? '' : `?${search}`}`
}

/** Where the latest result of a query is answered to whoever holds its key. */
export const keyedResultPath = (id: number, fileType: 'csv' | 'json', key: string) =>
  `api/queries/${id}/results.${fileType}?api_key=${encodeURIComponent(key)}`
