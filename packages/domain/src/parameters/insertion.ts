import { choiceText } from './choices.ts'
import {
  type Definition,
  hasNoValue,
  isIdentifier,
  isOptional,
  isPassedAsValue,
  isUnset,
  multiValuesOf,
  typeOf,
  type Values,
} from './definition.ts'
import { canonicalNumber } from './numbers.ts'
import { valueText } from './template.ts'

/**
 * The values of a parameter as they are filled into a query text. The fields are private so that no tag can name them: `{{
 * x.texts }}` has no value.
 */
export class Insertion {
  readonly #definition: Definition
  readonly #texts: readonly string[]

  constructor(definition: Definition, texts: readonly string[]) {
    this.#definition = definition
    this.#texts = texts
  }

  get name(): string {
    return this.#definition.name
  }

  /** Whether the values come from the rows of a query. */
  get isData(): boolean {
    return typeOf(this.#definition) === 'query'
  }

  /** Whether the values are names of tables or columns. */
  get isName(): boolean {
    return isIdentifier(this.#definition)
  }

  /** Whether the value is a text that is passed as a value: one without quotes around it gets them. */
  get isQuoted(): boolean {
    return isPassedAsValue(this.#definition)
  }

  /** The values and the text around them, in order. */
  parts(): { text: string; isValue: boolean }[] {
    const { prefix, suffix, separator } = multiValuesOf(this.#definition) ?? { prefix: '', suffix: '', separator: ',' }
    return this.#texts.flatMap((text, index) => [
      { text: (index === 0 ? '' : separator) + prefix, isValue: false },
      { text, isValue: true },
      { text: suffix, isValue: false },
    ])
  }

  get isEmpty(): boolean {
    return this.parts().every(({ text }) => text === '')
  }
}

/**
 * The values to fill into a query text: choices become insertions, and numbers become text, since a bare 0 counts as empty in a
 * block. An optional text that is passed as a value is NULL, whether it was sent empty or left out.
 */
export function insertions(definitions: readonly Definition[], values: Values): Values {
  const leftOut = definitions.filter((definition) => isPassedAsValue(definition) && isOptional(definition))
  const complete = { ...Object.fromEntries(leftOut.map(({ name }) => [name, null])), ...values }
  return Object.fromEntries(
    Object.entries(complete).map(([name, value]) => {
      const definition = definitions.find((candidate) => candidate.name === name)
      return [name, definition ? insertionOf(definition, value) : value]
    }),
  )
}

function insertionOf(definition: Definition, value: unknown): unknown {
  switch (typeOf(definition)) {
    case 'text':
      return isPassedAsValue(definition)
        ? new Insertion(definition, isNull(definition, value) ? [] : [valueText(value)])
        : value
    case 'number':
      return typeof value === 'number' ? (canonicalNumber(value) ?? '') : value
    case 'enum':
      return Array.isArray(value) ? new Insertion(definition, value.map(textOf)) : value
    case 'query':
    case 'identifier':
      if (hasNoValue(definition, value)) return ''
      return new Insertion(definition, Array.isArray(value) ? value.map(textOf) : [textOf(value)])
    default:
      return value
  }
}

/** An empty text is a value, unless the parameter may have none. */
const isNull = (definition: Definition, value: unknown): boolean =>
  value === null || value === undefined || (isOptional(definition) && isUnset(value))

const textOf = (choice: unknown): string => choiceText(choice) ?? ''
