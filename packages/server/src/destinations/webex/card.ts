interface Element {
  type: string
  [property: string]: unknown
}

const text = (words: string, more: Record<string, unknown> = {}): Element => ({
  type: 'TextBlock',
  text: words,
  wrap: true,
  ...more,
})

/**
 * An adaptive card (version 1.0) about an alert.
 * @param body rows as JSON in it, such as `[["a", 1], ["b", 2]]`, are drawn as a table
 */
export function cardOf(title: string, body: string | null, links: { alert: string; query: string }): Element {
  return {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.0',
    body: [
      text(title, { weight: 'bolder', size: 'medium' }),
      ...(body === null ? [] : bodyOf(body)),
      text(`[Open the query](${links.query})`),
      text(`[Open the alert](${links.alert})`),
    ],
  }
}

function bodyOf(body: string): Element[] {
  const from = body.indexOf('[')
  const to = body.lastIndexOf(']') + 1
  const rows = from < 0 ? null : rowsIn(body.slice(from, to))
  const words = rows === null ? [body] : [body.slice(0, from), body.slice(to)]
  const [before, after] = words.map((part) => (part.trim() === '' ? [] : [text(part.trim(), { isSubtle: true })]))
  return [...(before ?? []), ...(rows ?? []).map(rowOf), ...(after ?? [])]
}

const rowOf = (cells: readonly unknown[]): Element => ({
  type: 'ColumnSet',
  columns: cells.map((cell) => ({ type: 'Column', width: 'stretch', items: [text(cell === null ? '' : String(cell))] })),
})

/** @returns null for anything but rows of cells */
function rowsIn(json: string): unknown[][] | null {
  try {
    // The values of a template come with their quotation marks as entities.
    const value: unknown = JSON.parse(json.replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&'))
    return Array.isArray(value) && value.length > 0 && value.every((row) => Array.isArray(row)) ? value : null
  } catch {
    return null
  }
}
