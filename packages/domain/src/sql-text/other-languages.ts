/** Languages that are no SQL, by the `dialect` of the runners whose syntax the wire calls `sql` all the same. */
const titles = new Map([
  ['address', 'Address'],
  ['flux', 'Flux'],
  ['json', 'JSON'],
  ['promql', 'PromQL'],
])

/**
 * What people call the language of texts that are no SQL, though their syntax is called so.
 * @param dialect a runner's `dialect`
 * @returns null for a dialect of SQL
 */
export const otherLanguage = (dialect: string): string | null => titles.get(dialect) ?? null
