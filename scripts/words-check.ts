/** One place where a word or a sentence breaks the glossary. */
export interface Finding {
  file: string
  line: number
  problem: string
  text: string
}

/** Real uses of refused words. */
const ALLOWED: { word: string; path: RegExp; reason: string }[] = [
  {
    word: 'rehearsal',
    path: /^packages\/(contract\/src\/alerts|server\/src\/testing\/access)|^docs\/(reference|guide)\//,
    reason: 'the path of the API',
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

/** The words of a line: names are split at capitals and marks, so that `startCrew` has `start` and `crew`. "Told apart" is a real use. */
const wordsOf = (line: string) =>
  (line.replaceAll('told apart', '').match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())

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

/** Whether the list of real uses has this place. */
export const allowed = (file: string, { problem }: Finding): boolean =>
  ALLOWED.some(({ word, path }) => word === problem && path.test(file))
