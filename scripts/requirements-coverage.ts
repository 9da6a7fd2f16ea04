/** How a requirement is checked: in a browser, over HTTP, or by a test of one module. */
export type Kind = 'ui' | 'api' | 'unit'

export interface Requirement {
  id: string
  /** The kinds of its column "Checked": it needs a test of each. */
  kinds: Kind[]
}

export interface SourceFile {
  path: string
  source: string
}

export interface Coverage {
  /** The kinds that no test shows, by ID; a requirement that is shown by each of its kinds is absent. */
  lacking: Map<string, Kind[]>
  /** IDs that tests cite and the list does not have. */
  unknown: string[]
}

export const areaOf = (id: string) => id.replace(/-.*/, '')

/** Reads the rows of docs/requirements.md: the ID is in the first column, the kinds are in the last. */
export function readRequirements(markdown: string): Requirement[] {
  return markdown.split('\n').flatMap((line) => {
    const cells = line.split('|').map((cell) => cell.trim())
    const id = cells[1] ?? ''
    if (!/^[A-Z]+-\d+[a-z]?$/.test(id)) return []
    const kinds = (cells.at(-2) ?? '').split(', ').filter((kind) => kind === 'ui' || kind === 'api' || kind === 'unit')
    if (kinds.length === 0) throw new Error(`${id} names no kind of test in its last column`)
    return [{ id, kinds }]
  })
}

function kindsOf(path: string): Kind[] {
  if (path.startsWith('e2e/')) return ['ui']
  if (path.includes('.api.test.')) return ['api']
  return path.includes('.service.test.') ? ['api', 'unit'] : ['unit']
}

// Only the title string of it/test/describe counts, so that a comment or a skipped test cannot.
// The table of an `each` must be a constant or contain no quotes; otherwise its title is not found.
const TITLES =
  /\b(?:it|test|describe)(?:\.(?!skip|todo|fixme)[a-zA-Z]+)*(?:\([^'"`]*\))?\s*\(\s*(['"`])((?:(?!\1)[\s\S]){0,400}?)\1/g

const citationsIn = (source: string) =>
  [...source.matchAll(TITLES)].flatMap(([, , title = '']) => [...title.matchAll(/[A-Z]+-\d+[a-z]?/g)].map(([id]) => id))

/** Compares the requirements with the IDs that the titles of the given test files cite. */
export function coverageOf(requirements: Requirement[], tests: SourceFile[]): Coverage {
  const shown = new Map<string, Set<Kind>>()
  for (const { path, source } of tests)
    for (const id of citationsIn(source)) shown.set(id, new Set([...(shown.get(id) ?? []), ...kindsOf(path)]))

  const lacking = requirements.map(({ id, kinds }) => [id, kinds.filter((kind) => !shown.get(id)?.has(kind))] as const)
  const areas = new Set(requirements.map(({ id }) => areaOf(id)))
  const known = new Set(requirements.map(({ id }) => id))
  return {
    lacking: new Map(lacking.filter(([, kinds]) => kinds.length > 0)),
    unknown: [...shown.keys()].filter((id) => areas.has(areaOf(id)) && !known.has(id)),
  }
}
