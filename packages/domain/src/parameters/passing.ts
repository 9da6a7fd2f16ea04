import type { TextPassing } from '@sightline/contract/data-sources.ts'
import { dateKindOf } from './dates.ts'
import { type Definition, isIdentifier, isPassedAsValue, multiValuesOf, typeOf } from './definition.ts'
import type { Place } from './places.ts'

/** How a parameter reaches the database at one of its places in a SQL query. */
export interface Passing {
  /** A sentence or two for the author. */
  note: string
  /** Whether the query cannot run because of this place. */
  isRefused: boolean
}

/**
 * How a parameter is passed at this place, for the author of the query.
 * @param textPassing of the type of the data source; left out if it escapes texts
 */
export function passingOf(definition: Definition, place: Place, textPassing?: TextPassing): Passing {
  const refusal = isIdentifier(definition) ? nameRefusal(place) : isPassedAsValue(definition) ? valueRefusal(place) : null
  if (refusal !== null) return { note: refusal, isRefused: true }
  const limit = limitNote(definition, place)
  if (limit !== null) return { note: limit, isRefused: false }
  return {
    note: isPassedAsValue(definition) ? valueNote(place, textPassing) : insertionNote(definition, place),
    isRefused: false,
  }
}

/** Which values are possible only, where another reader could find other quotes in the query; null if all are. */
function limitNote(definition: Definition, { doubt }: Place): string | null {
  if (doubt === null || doubt === 'unclosed') return null
  const reason = 'because of a comment or of unusual quotes in the query.'
  if (isPassedAsValue(definition)) return `Only numbers, dates and plain words can be passed here, ${reason}`
  return isIdentifier(definition) ? `Only names of plain words are possible here, ${reason}` : null
}

/** Why a text cannot be passed as a value here; null if it can. */
function valueRefusal({ within, isOfValue, doubt }: Place): string | null {
  if (doubt === 'everything')
    return 'A comment or a line break in the query is read in different ways, so it cannot run with Pass as value.'
  if (isOfValue) return doubt === 'unclosed' ? UNCLOSED : null
  if (within === 'comment') return 'A comment takes no value: remove the tag from it, or turn off Pass as value.'
  if (within === 'name') return 'A name in quotes is no value: choose it from a dropdown, or turn off Pass as value.'
  if (within === 'text or name') return 'Double quotes can be around a name here: write single quotes around the tag.'
  return 'The query expects no value here, so the text could become a name or a keyword. It cannot run with Pass as value.'
}

/** Why the name of a table or a column cannot stand here; null if it can. */
function nameRefusal({ within, doubt }: Place): string | null {
  if (within === 'comment') return 'A comment takes no name: remove the tag from it.'
  if (within === 'text' || within === 'text or name') return 'A text is no name: remove the quotes around the tag.'
  return doubt === 'unclosed' ? UNCLOSED : null
}

const UNCLOSED = 'The quotes around the tag are not closed in the query.'

function valueNote({ within, isSelected }: Place, textPassing: TextPassing | undefined): string {
  const inText = within === null ? 'quotes are added around it' : 'it is escaped for the quotes around it'
  if (textPassing === undefined || (isSelected && textPassing !== 'parameters')) return `Passed as one value: ${inText}.`
  const apart = textPassing === 'digits_outside_lists' ? 'written as hexadecimal digits' : 'as a parameter of the database'
  return `Passed as one value, ${apart}. If the query cannot be sent like this, ${inText}.`
}

function insertionNote(definition: Definition, place: Place): string {
  switch (typeOf(definition)) {
    case 'number':
      return 'Inserted as a number.'
    case 'enum':
      return 'Inserted as it is written in the list of values.'
    case 'identifier':
      return place.within === 'name'
        ? 'Inserted as one name, escaped for the quotes around it.'
        : 'Inserted as a name, in quotes.'
    case 'query':
      return (place.within !== null && place.within !== 'comment') || hasQuotes(definition)
        ? 'Any row is possible: it is escaped for its quotes.'
        : 'Only a number, a date or a plain word is possible here. Put quotes around the tag to allow any row.'
    case 'text':
      return place.isOfValue
        ? 'Inserted as it is typed, so it can change the query. Turn on Pass as value in its settings to prevent that.'
        : 'Inserted as it is typed, so it can change the query.'
    case 'text-pattern':
      return 'Inserted as it is typed, if it matches the pattern.'
    default:
      return dateNote(definition, place)
  }
}

/** Whether each of several values gets quotes of its own. */
const hasQuotes = (definition: Definition): boolean => /['"`]/.test(multiValuesOf(definition)?.prefix ?? '')

function dateNote(definition: Definition, { within }: Place): string {
  if (dateKindOf(definition) === null) return 'This type of parameter is not known, so the query cannot run.'
  return within === null ? 'Inserted as an ISO date. Put quotes around the tag: a date needs them.' : 'Inserted as an ISO date.'
}
