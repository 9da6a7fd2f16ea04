import { type Definition, newDefinition } from './definition.ts'
import { canBeParameter } from './keyword.ts'
import { allNames, baseName } from './template.ts'

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
