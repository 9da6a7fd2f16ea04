import { dateKindOf } from './dates.ts'
import type { Definition } from './definition.ts'

/** Signs that mean something of their own inside the braces, or where a range's ends are asked for. */
const RESERVED = /[{}.#^/&!>=]/

/**
 * Why a new parameter cannot have this keyword; null when it can.
 * @param known the parameters that there are already
 */
export function keywordProblem(keyword: string, known: readonly Definition[]): string | null {
  const name = keyword.trim()
  if (name === '') return 'Choose a keyword for this parameter'
  if (known.some((definition) => definition.name === name)) return 'Parameter with this name already exists'
  if (RESERVED.test(name)) return 'A keyword cannot contain any of { } . # ^ / & ! > ='
  return null
}

/** What stands for a parameter in the text of a query: a range is asked for by both of its ends. */
export function tagsOf(definition: Definition): string {
  const { name } = definition
  return dateKindOf(definition)?.isRange ? `{{ ${name}.start }} {{ ${name}.end }}` : `{{ ${name} }}`
}
