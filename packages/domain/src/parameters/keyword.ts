import { dateKindOf } from './dates.ts'
import { type Definition, newDefinition } from './definition.ts'
import { allNames, baseName } from './template.ts'

/** Signs that mean something of their own inside the braces, or where a range's ends are asked for. */
const RESERVED = /[{}.#^/&!>=]/
const SIGNS = '{ } . # ^ / & ! > ='
/** What a name holds when the braces before it are not closed where they should be. */
const BEYOND_ITS_TAG = /[{}\r\n]/
/** Nothing that is sent as JSON may have it as a key. */
const NEVER_A_KEY = '__proto__'
/** Signs of a text that a message repeats. */
const LONGEST_QUOTE = 40
const END_OF_RANGE = /\.(?:start|end)$/

/**
 * Why a new parameter cannot have this keyword; null when it can.
 * @param known the parameters that there are already
 */
export function keywordProblem(keyword: string, known: readonly Definition[]): string | null {
  const name = keyword.trim()
  if (name === '') return 'Choose a keyword for this parameter'
  if (known.some((definition) => definition.name === name)) return 'Parameter with this name already exists'
  if (RESERVED.test(name)) return `A keyword cannot contain any of ${SIGNS}`
  return isKeyword(name) ? null : invalidNameMessage(name)
}

const isKeyword = (name: string) => name !== '' && name !== NEVER_A_KEY && !RESERVED.test(name) && !BEYOND_ITS_TAG.test(name)

/**
 * Whether a parameter can fill in what a text asks for, with its value or with an end of its range.
 * @param use a name as it stands in the text: `days`, or `days.start`
 * @param known the parameters that there are already, whatever they are called
 */
function canBeParameter(use: string, known: readonly Definition[]): boolean {
  const name = use.replace(END_OF_RANGE, '')
  return isKeyword(name) || known.some((definition) => definition.name === name)
}

/**
 * What is wrong with the first of the names that no parameter can fill in, and what to do; null when there is none.
 * @param uses names as they stand in a text
 */
export function invalidNameProblem(uses: readonly string[], known: readonly Definition[]): string | null {
  const invalid = uses.find((use) => !canBeParameter(use, known))
  return invalid === undefined ? null : invalidNameMessage(invalid)
}

function invalidNameMessage(use: string): string {
  if (use === '') return 'The {{ }} tags of the text do not fit together. One of them has no name.'
  if (BEYOND_ITS_TAG.test(use))
    return `The {{ }} tags of the text do not fit together. What begins with “{{ ${beginningOf(use)}” is no name: close its braces.`
  if (use.replace(END_OF_RANGE, '') === NEVER_A_KEY) return `No parameter can be called ${NEVER_A_KEY}. Choose another name.`
  if (use.includes('.'))
    return `“${use}” cannot be the name of a parameter: a dot stands only before the start and the end of a range. Write “${use.replaceAll('.', '_')}” instead.`
  return `“${use}” cannot be the name of a parameter, as it holds one of ${SIGNS}. Choose another name.`
}

/** The first words of a text, on one line. */
function beginningOf(text: string): string {
  const line = text.split(BEYOND_ITS_TAG, 1)[0]?.trim() ?? ''
  return line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE)}…` : line
}

/** What stands for a parameter in the text of a query: a range is asked for by both of its ends. */
export function tagsOf(definition: Definition): string {
  const { name } = definition
  return dateKindOf(definition)?.isRange ? `{{ ${name}.start }} {{ ${name}.end }}` : `{{ ${name} }}`
}

/**
 * The parameters of a text. Known ones that it still names stay as they are, in their order; names that are new follow, as
 * `text`, or as `date-range` where only `.start` and `.end` of it are asked for; the rest is dropped. Names that no parameter can
 * have are left out: a run says what is wrong with them (`usesProblem`).
 * @returns the known ones while the tags of the text do not fit together, as in the middle of typing
 */
export function definitionsFor(text: string, known: readonly Definition[]): readonly Definition[] {
  const names = allNames(text)
  if (names === null) return known
  const ends = Map.groupBy(
    names.filter((name) => canBeParameter(name, known)),
    baseName,
  )
  const kept = known.filter(({ name }) => ends.has(name))
  const added = [...ends].filter(([name]) => kept.every((definition) => definition.name !== name))
  if (added.length === 0 && kept.length === known.length) return known
  return [...kept, ...added.map(([name, uses]) => newDefinition(name, isRange(name, uses) ? 'date-range' : 'text'))]
}

const isRange = (name: string, uses: readonly string[]) => uses.every((use) => use === `${name}.start` || use === `${name}.end`)
