/** One place where a word or a sentence breaks the glossary. */
export interface Finding {
  file: string
  line: number
  problem: string
  text: string
}

/** Phrases in which a refused word is a real use, wherever they stand. */
const REAL_USES = [
  'told apart',
  // The path of the API.
  '/api/alerts/rehearsal',
]

/** Files in which a refused word is a real use. */
const ALLOWED: { word: string; path: RegExp; reason: string }[] = [
  {
    word: 'crew',
    path: /^packages\/web\/src\/visualizations\/[\w-]+\/(samples|prepare\.test)\.ts$/,
    reason: 'sample data about flights and the people aboard',
  },
]

/** The words of the last table of the glossary, in lower case. */
export function refusedWords(glossary: string): Set<string> {
  const table = glossary.slice(glossary.lastIndexOf('| Not |'))
  const rows = table
    .split('\n')
    .slice(2)
    .filter((row) => row.startsWith('|'))
  return new Set(rows.flatMap((row) => (row.split('|')[1] ?? '').split(',').map((word) => word.trim().toLowerCase())))
}

/** The words of a line without its real uses: names are split at capitals and marks, so that `startCrew` has `start` and `crew`. */
const wordsOf = (line: string) =>
  (REAL_USES.reduce((rest, use) => rest.replaceAll(use, ''), line).match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) =>
    word.toLowerCase(),
  )

const COMMENT = /^\s*(?:\/\/|\/?\*\*?)\s/
const HEADLESS = /^\s*(?:\/\/|\/?\*\*?)\s+(?:What|Who|Whoever|Those)\s(?![^?]*\?)/
const TITLE_THAT_BEGINS_WITH_ID = /\b(?:it|test|describe)(?:\.\w+(?:\([^)]*\))?)?\(\s*['"`][A-Z]+-\d+/

/**
 * @param words in lower case, see `refusedWords`
 * @returns one finding for each refused word of a line, each headless comment and each title whose requirement IDs come first
 */
export function findings(file: string, source: string, words: ReadonlySet<string>): Finding[] {
  const lines = source.split('\n')
  return lines.flatMap((text, at) => {
    const problems = [...new Set(wordsOf(text))].filter((word) => words.has(word))
    const isFirstOfComment = !COMMENT.test(lines[at - 1] ?? '') || text.includes('/**')
    if (file.endsWith('.md') === false && isFirstOfComment && HEADLESS.test(text)) problems.push('headless sentence')
    if (TITLE_THAT_BEGINS_WITH_ID.test(text)) problems.push('requirement IDs belong at the end')
    return problems.map((problem) => ({ file, line: at + 1, problem, text }))
  })
}

/** Whether the refused word is a real use in this file. */
export const allowed = (file: string, { problem }: Finding): boolean =>
  ALLOWED.some(({ word, path }) => word === problem && path.test(file))
