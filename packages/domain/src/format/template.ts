/** A tag of a template. No two neighbours match the same characters, so that a tag that does not end takes no longer to read. */
export const TAG = /\{\{\s*([^\s{}](?:[^{}]*[^\s{}])?)\s*\}\}/g

/**
 * Fills in a label template: `{{ name }}` is replaced by the result of `lookUp`. An unknown name (undefined) stays unchanged, so
 * that a typing error is visible. Null becomes an empty text. Values are never evaluated as templates.
 */
export function fillTemplate(template: string, lookUp: (name: string) => string | number | boolean | null | undefined): string {
  return template.replace(TAG, (tag: string, name: string) => {
    const value = lookUp(name)
    return value === undefined ? tag : value === null ? '' : String(value)
  })
}

/** The names of the tags of a template. */
export const namesIn = (template: string): string[] => [...template.matchAll(TAG)].flatMap(([, name]) => name ?? [])
