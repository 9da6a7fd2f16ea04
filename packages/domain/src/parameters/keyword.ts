import { i18n } from '../language/i18n.ts'
import { firstGraphemes } from '../shortened.ts'
import { dateKindOf } from './dates.ts'
import { type Definition, newDefinition } from './definition.ts'
import { END_OF_RANGE } from './previous.ts'
import { allNames, baseName, blockNames } from './template.ts'

/** Characters with a meaning inside the braces, or in the name of an end of a range. */
const RESERVED = /[{}.#^/&!>=]/
const SIGNS = '{ } . # ^ / & ! > ='
/** A name contains these characters if the braces before it are not closed. */
const BEYOND_ITS_TAG = /[{}\r\n]/
/** This key cannot be sent as JSON. */
const NEVER_A_KEY = '__proto__'
/** Maximum length, in characters, of a text that an error message quotes. */
const LONGEST_QUOTE = 40

/**
 * Why a new parameter cannot have this keyword; null if it can.
 * @param known the existing parameters
 */
export function keywordProblem(keyword: string, known: readonly Definition[]): string | null {
  const name = keyword.trim()
  if (name === '') return i18n._('Choose a keyword for this parameter')
  if (known.some((definition) => definition.name === name)) return i18n._('Parameter with this name already exists')
  if (RESERVED.test(name)) return i18n._('A keyword cannot contain any of {signs}', { signs: SIGNS })
  return isKeyword(name) ? null : invalidNameMessage(name)
}

const isKeyword = (name: string) => name !== '' && name !== NEVER_A_KEY && !RESERVED.test(name) && !BEYOND_ITS_TAG.test(name)

/**
 * Whether a parameter can supply the value of a tag: its value, or one end of its range or of a period before that.
 * @param use a name as the text has it: `days` or `days.start`
 * @param known the existing parameters, whatever their names
 */
function canBeParameter(use: string, known: readonly Definition[]): boolean {
  const name = use.replace(END_OF_RANGE, '')
  return isKeyword(name) || known.some((definition) => definition.name === name)
}

/**
 * The error message, with advice, for the first name that no parameter can have; null if there is none.
 * @param uses names as the text has them
 */
export function invalidNameProblem(uses: readonly string[], known: readonly Definition[]): string | null {
  const invalid = uses.find((use) => !canBeParameter(use, known))
  return invalid === undefined ? null : invalidNameMessage(invalid)
}

function invalidNameMessage(use: string): string {
  if (use === '') return i18n._('The {tags} tags of the query do not match. One of them has no name.', { tags: '{{ }}' })
  if (BEYOND_ITS_TAG.test(use))
    return i18n._('The {tags} tags of the query do not match. “{tag}” is not closed.', {
      tags: '{{ }}',
      tag: `{{ ${beginningOf(use)}`,
    })
  if (use.replace(END_OF_RANGE, '') === NEVER_A_KEY)
    return i18n._('A parameter cannot be named {name}. Choose another name.', { name: NEVER_A_KEY })
  if (use.includes('.'))
    return i18n._(
      '“{name}” cannot be the name of a parameter: a dot stands only before the start and the end of a range. Write “{instead}” instead.',
      { name: use, instead: use.replaceAll('.', '_') },
    )
  return i18n._('“{name}” cannot be the name of a parameter, as it holds one of {signs}. Choose another name.', {
    name: use,
    signs: SIGNS,
  })
}

/** The beginning of a text, on one line. */
function beginningOf(text: string): string {
  const line = text.split(BEYOND_ITS_TAG, 1)[0]?.trim() ?? ''
  return firstGraphemes(line, LONGEST_QUOTE)
}

/** The tags that insert a parameter into a query text; a range has one for each end. */
export function tagsOf(definition: Definition): string {
  const { name } = definition
  return dateKindOf(definition)?.isRange ? `{{ ${name}.start }} {{ ${name}.end }}` : `{{ ${name} }}`
}

/**
 * The parameters of a query text. Known parameters that it still uses stay unchanged and in order. New names follow as `text`, or
 * as `date-range` if the text uses only ends of it; they are optional if the text has a block for them. All others are dropped.
 * Names that no parameter can have are left out; a run reports them (`invalidNameProblem`).
 * @returns the known parameters if the tags do not fit together, as while the user is typing
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
  const inBlocks = new Set(blockNames(text))
  return [
    ...kept,
    ...added.map(([name, uses]) => ({
      ...newDefinition(name, isRange(name, uses) ? 'date-range' : 'text'),
      ...(inBlocks.has(name) ? { optional: true } : {}),
    })),
  ]
}

const isRange = (name: string, uses: readonly string[]) =>
  uses.every((use) => use !== name && use.replace(END_OF_RANGE, '') === name)
