const TAG = /\{\{\s*([^{}]+?)\s*\}\}/g

/**
 * Fills a label template: `{{ name }}` becomes what `lookUp` gives for the name, and a name it does not know (undefined) stays as it
 * is written, so that a typing error is seen. Null is an empty text. Values are inserted as text, never as another template.
 */
export function fillTemplate(template: string, lookUp: (name: string) => string | number | boolean | null | undefined): string {
  return template.replace(TAG, (tag: string, name: string) => {
    const value = lookUp(name)
    return value === undefined ? tag : value === null ? '' : String(value)
  })
}

/** The names that a template has tags for. */
export const namesIn = (template: string): string[] => [...template.matchAll(TAG)].flatMap(([, name]) => name ?? [])
