import type { TextPassing } from '@sightline/contract/data-sources.ts'
import { i18n } from '../language/i18n.ts'
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
  if (isPassedAsValue(definition))
    return i18n._(
      'Only numbers, dates and plain words can be passed here, because of a comment or of unusual quotes in the query.',
    )
  return isIdentifier(definition)
    ? i18n._('Only names of plain words are possible here, because of a comment or of unusual quotes in the query.')
    : null
}

/** Why a text cannot be passed as a value here; null if it can. */
function valueRefusal({ within, isOfValue, doubt }: Place): string | null {
  if (doubt === 'everything')
    return i18n._('A comment or a line break in the query is read in different ways, so it cannot run with Pass as value.')
  if (isOfValue) return doubt === 'unclosed' ? unclosed() : null
  if (within === 'comment') return i18n._('A comment takes no value: remove the tag from it, or turn off Pass as value.')
  if (within === 'name') return i18n._('A name in quotes is no value: choose it from a dropdown, or turn off Pass as value.')
  if (within === 'text or name') return i18n._('Double quotes can be around a name here: write single quotes around the tag.')
  return i18n._(
    'The query expects no value here, so the text could become a name or a keyword. It cannot run with Pass as value.',
  )
}

/** Why the name of a table or a column cannot stand here; null if it can. */
function nameRefusal({ within, doubt }: Place): string | null {
  if (within === 'comment') return i18n._('A comment takes no name: remove the tag from it.')
  if (within === 'text' || within === 'text or name') return i18n._('A text is no name: remove the quotes around the tag.')
  return doubt === 'unclosed' ? unclosed() : null
}

const unclosed = () => i18n._('The quotes around the tag are not closed in the query.')

function valueNote({ within, isSelected }: Place, textPassing: TextPassing | undefined): string {
  const inText = within === null ? i18n._('quotes are added around it') : i18n._('it is escaped for the quotes around it')
  if (textPassing === undefined || (isSelected && textPassing !== 'parameters'))
    return i18n._('Passed as one value: {inText}.', { inText })
  return textPassing === 'digits_outside_lists'
    ? i18n._('Passed as one value, written as hexadecimal digits. If the query cannot be sent like this, {inText}.', { inText })
    : i18n._('Passed as one value, as a parameter of the database. If the query cannot be sent like this, {inText}.', {
        inText,
      })
}

function insertionNote(definition: Definition, place: Place): string {
  switch (typeOf(definition)) {
    case 'number':
      return i18n._('Inserted as a number.')
    case 'enum':
      return i18n._('Inserted as it is written in the list of values.')
    case 'identifier':
      return place.within === 'name'
        ? i18n._('Inserted as one name, escaped for the quotes around it.')
        : i18n._('Inserted as a name, in quotes.')
    case 'query':
      return (place.within !== null && place.within !== 'comment') || hasQuotes(definition)
        ? i18n._('Any row is possible: it is escaped for its quotes.')
        : i18n._('Only a number, a date or a plain word is possible here. Put quotes around the tag to allow any row.')
    case 'text':
      return place.isOfValue
        ? i18n._('Inserted as it is typed, so it can change the query. Turn on Pass as value in its settings to prevent that.')
        : i18n._('Inserted as it is typed, so it can change the query.')
    case 'text-pattern':
      return i18n._('Inserted as it is typed, if it matches the pattern.')
    default:
      return dateNote(definition, place)
  }
}

/** Whether each of several values gets quotes of its own. */
const hasQuotes = (definition: Definition): boolean => /['"`]/.test(multiValuesOf(definition)?.prefix ?? '')

function dateNote(definition: Definition, { within }: Place): string {
  if (dateKindOf(definition) === null) return i18n._('This type of parameter is not known, so the query cannot run.')
  return within === null
    ? i18n._('Inserted as an ISO date. Put quotes around the tag: a date needs them.')
    : i18n._('Inserted as an ISO date.')
}
