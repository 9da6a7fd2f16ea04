/**
 * Derives a table name that needs no quotes in SQL: lower-case letters, digits and underscores, not starting with a digit.
 * @param text a file or sheet name, without extension
 * @param reserved words that would need quotes
 */
export function tableName(text: string, reserved: ReadonlySet<string>): string {
  const name = text
    .normalize('NFKD')
    // Accents, which NFKD separates from their letters.
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_|_$/g, '')
  if (name === '') return 'data'
  if (/^\d/.test(name)) return `_${name}`
  return reserved.has(name) ? `${name}_data` : name
}
