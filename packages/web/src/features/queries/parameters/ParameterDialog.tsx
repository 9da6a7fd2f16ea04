import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Select, Textarea, TextInput } from '@mantine/core'
import type { SchemaTable, TextPassing } from '@sightline/contract/data-sources.ts'
import { usualMultiValues } from '@sightline/domain/parameters/choices.ts'
import { dateKindOf } from '@sightline/domain/parameters/dates.ts'
import {
  type Definition,
  isDropdown,
  isIdentifier,
  isListed,
  multiValuesOf,
  newDefinition,
  parameterTypes,
  quotedBy,
  quotes,
  titleOf,
  typeOf,
} from '@sightline/domain/parameters/definition.ts'
import { keywordProblem, tagsOf } from '@sightline/domain/parameters/keyword.ts'
import { onlyInSql } from '@sightline/domain/parameters/pass-as-value.ts'
import { passingOf } from '@sightline/domain/parameters/passing.ts'
import { isOnlyValue, placesOf } from '@sightline/domain/parameters/places.ts'
import { previousTags } from '@sightline/domain/parameters/previous.ts'
import { allNames, baseName } from '@sightline/domain/parameters/template.ts'
import { readValue } from '@sightline/domain/parameters/values.ts'
import { lexicalRulesOf } from '@sightline/domain/query-text/languages.ts'
import { nameInQuotes } from '@sightline/domain/query-text/names-in-quotes.ts'
import { type FormEvent, useState } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import { NamesField } from './NamesField.tsx'
import styles from './ParameterDialog.module.css'
import { DependsOn, QueryPicker } from './QueryDropdownFields.tsx'
import { typeNames } from './QueryParameters.tsx'

interface ParameterDialogProps {
  /** The parameter whose settings are changed; null to add one. */
  definition: Definition | null
  /** All parameters of the query. */
  known: readonly Definition[]
  /** The query itself; null while it is not saved. */
  queryId: number | null
  /** The query text. */
  text: string
  /** The language of the query text (`textLanguage`); null without a data source. */
  language: string | null
  /** How the data source gets texts that are passed as values; undefined if it escapes them. */
  textPassing: TextPassing | undefined
  /** The schema of the data source, for names to choose. */
  tables: readonly SchemaTable[]
  onSave(definition: Definition): void
  onClose(): void
}

const QUERY_NEEDED = t`Choose the query that provides the options.`

/** Edits a parameter: its keyword, title and type, and the settings of the type. */
export default function ParameterDialog(props: ParameterDialogProps) {
  const { definition, known, queryId, text, language, textPassing, tables, onSave, onClose } = props
  const [before] = useState<Definition>(() => definition ?? { ...newDefinition(''), title: '' })
  const [edited, setEdited] = useState(before)
  const isDirty = JSON.stringify(edited) !== JSON.stringify(before)
  const [wasTried, setWasTried] = useState(false)
  const type = typeOf(edited)
  const lexis = lexicalRulesOf(language, text)
  const others = known.filter(({ name }) => name !== definition?.name)
  const keywordError = definition === null ? keywordProblem(edited.name, known) : null
  const queryError = type === 'query' && !edited.queryId ? QUERY_NEEDED : null
  const set = (part: Partial<Definition>) => setEdited((now) => ({ ...now, ...part }))

  const submit = (event: FormEvent) => {
    event.preventDefault()
    // React events bubble to forms around the dialog in the component tree.
    event.stopPropagation()
    setWasTried(true)
    if (keywordError === null && queryError === null) onSave(finished(edited))
  }
  return (
    <Dialog
      opened
      isDirty={isDirty}
      onClose={onClose}
      title={definition === null ? t`Add Parameter` : titleOf(definition)}
      size={480}
    >
      <form className={styles.fields} onSubmit={submit} noValidate>
        {definition === null && (
          <TextInput
            label={t`Keyword`}
            required
            value={edited.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={wasTried || edited.name !== '' ? keywordError : null}
            description={
              keywordError === null ? (
                <Trans>
                  In the text: <code>{tagsOf({ ...edited, name: edited.name.trim() })}</code>
                </Trans>
              ) : (
                t`The name used in the query text.`
              )
            }
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data-autofocus
          />
        )}
        <TextInput
          label={t`Title`}
          value={edited.title ?? ''}
          placeholder={titleOf({ name: edited.name.trim() })}
          onChange={(event) => set({ title: event.currentTarget.value })}
          data-autofocus={definition === null ? undefined : true}
        />
        <Select
          label={t`Type`}
          data={typeChoices(type)}
          value={type}
          onChange={(chosen) => chosen !== null && set({ type: chosen })}
          description={dateKindOf(edited)?.isRange && <PreviousPeriods name={edited.name.trim() || 'keyword'} />}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxDropdownHeight={360}
        />
        {type === 'text' && (
          <Checkbox
            label={t`Pass as value`}
            description={valueDescription(edited, text, language)}
            checked={edited.passAsValue === true}
            onChange={(event) => set({ passAsValue: event.currentTarget.checked })}
          />
        )}
        {type === 'text-pattern' && (
          <TextInput
            label={t`Pattern`}
            description={t`A regular expression that the whole value must match.`}
            value={edited.regex ?? ''}
            onChange={(event) => set({ regex: event.currentTarget.value })}
          />
        )}
        {type === 'enum' && (
          <Textarea
            label={t`Values`}
            description={t`One per line. Empty lines are ignored.`}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxRows={8}
            value={edited.enumOptions ?? ''}
            onChange={(event) => set({ enumOptions: event.currentTarget.value })}
          />
        )}
        {type === 'identifier' && (
          <NamesField
            value={edited.enumOptions ?? ''}
            tables={tables}
            lexis={language === null ? null : lexis}
            onChange={(enumOptions) => set({ enumOptions })}
          />
        )}
        {type === 'query' && (
          <>
            <QueryPicker
              label={t`Query`}
              value={edited.queryId ?? null}
              without={queryId}
              error={wasTried ? queryError : null}
              onChange={(id) => set({ queryId: id, dependsOn: {} })}
            />
            {typeof edited.queryId === 'number' && (
              <DependsOn
                queryId={edited.queryId}
                others={others}
                value={edited.dependsOn ?? {}}
                onChange={(dependsOn) => set({ dependsOn })}
              />
            )}
          </>
        )}
        {isDropdown(edited) && (
          <SeveralValues
            definition={edited}
            written={(value) => (type === 'identifier' ? (nameInQuotes(value, lexis) ?? value) : value)}
            onChange={set}
          />
        )}
        <Checkbox
          label={t`Optional`}
          description={optionalText(edited.name.trim() || t`keyword`)}
          checked={edited.optional === true}
          onChange={(event) => set({ optional: event.currentTarget.checked })}
        />
        <PlacesInText definition={edited} text={text} language={language} textPassing={textPassing} />
        <div className={styles.footer}>
          <Button variant="default" onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
          <Button type="submit">{definition === null ? t`Add Parameter` : t`OK`}</Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Names the tags for the periods before a range. */
function PreviousPeriods({ name }: { name: string }) {
  const [start, end, startYearAgo, endYearAgo] = previousTags(name).map((tag) => (
    <code key={tag} className={styles.tag}>{`{{ ${tag} }}`}</code>
  ))
  return (
    <Trans>
      The period before it: {start} {end}
      <br />
      The same dates one year earlier: {startYearAgo} {endYearAgo}
    </Trans>
  )
}

/** The types to choose from, including a stored type that is no longer offered. */
function typeChoices(present: string) {
  const offered: readonly string[] = parameterTypes
  const types = offered.includes(present) ? offered : [...offered, present]
  return types.map((value) => ({ value, label: typeNames.get(value) ?? value }))
}

/** The definition without the settings of other types, and without a value that its type cannot read. */
function finished(edited: Definition): Definition {
  const { pendingValue: _, enumOptions, queryId, dependsOn, multiValuesOptions, regex, passAsValue, ...rest } = edited
  const type = typeOf(edited)
  const definition: Definition = {
    ...rest,
    name: edited.name.trim(),
    title: titleOf({ ...edited, name: edited.name.trim() }),
    ...(isListed(edited) ? { enumOptions } : {}),
    ...(type === 'query' ? { queryId, dependsOn } : {}),
    ...(type === 'text' && passAsValue === true ? { passAsValue } : {}),
    ...(type === 'text-pattern' ? { regex } : {}),
    ...(isDropdown(edited) ? { multiValuesOptions: multiValuesOptions ?? null } : {}),
  }
  return { ...definition, value: readValue(definition, edited.value) }
}

/** Tags with braces are values of a message, in which braces have a meaning. */
const optionalText = (name: string): string =>
  t`Without a value, ${`{{#${name}}}`} … ${`{{/${name}}}`} and what is between is left out of the text.`

/** Explains the option, or why it is not possible here. */
function valueDescription(definition: Definition, text: string, language: string | null): string {
  const { name, passAsValue } = definition
  if (language !== null && !lexicalRulesOf(language, text).isSql) return onlyInSql()
  const isUsed = allNames(text)?.some((tag) => baseName(tag) === name) !== false
  const uncertain = placesOf(text, language).find((place) => place.name === name && place.doubt === 'everything')
  if (passAsValue === true && uncertain !== undefined) return passingOf(definition, uncertain).note
  if (passAsValue === true && isUsed && !isOnlyValue(name, text, language))
    return t`${`{{ ${name} }}`} must stand where SQL expects a value, such as after = or LIKE. Until it does, the query cannot run.`
  return t`The text is always one value, whatever is typed, so the query can be shared. It is quoted where it has no quotes around it.`
}

/** How the parameter reaches the database, for each of the lines in which a SQL query has it. */
function PlacesInText({
  definition,
  text,
  language,
  textPassing,
}: {
  definition: Definition
} & Pick<ParameterDialogProps, 'text' | 'language' | 'textPassing'>) {
  const linesByNote = new Map<string, Set<number>>()
  for (const place of placesOf(text, language)) {
    if (place.name !== definition.name) continue
    const { note } = passingOf(definition, place, textPassing)
    linesByNote.set(note, (linesByNote.get(note) ?? new Set()).add(text.slice(0, place.start).split('\n').length))
  }
  if (linesByNote.size === 0) return null
  return (
    <fieldset className={styles.group}>
      <legend>
        <Trans>In the query</Trans>
      </legend>
      {[...linesByNote].map(([note, lines]) => (
        <p key={note} className={styles.place}>
          <strong>
            {lines.size === 1 ? t`Line` : t`Lines`} {[...lines].join(', ')}
          </strong>{' '}
          {note}
        </p>
      ))}
    </fieldset>
  )
}

const quoteNames = [t`None`, t`Single quotes`, t`Double quotes`]

interface SeveralValuesProps {
  definition: Definition
  /** A value as it is written in the text, without the quotation. */
  written(value: string): string
  onChange(part: Partial<Definition>): void
}

/** Whether several values may be chosen, and how they are written in the text. */
function SeveralValues({ definition, written, onChange }: SeveralValuesProps) {
  const how = multiValuesOf(definition)
  const [prefix, suffix, separator] = how === null ? ['', '', ','] : [how.prefix, how.suffix, how.separator]
  const offered: readonly string[] = quotes
  const quote = offered.indexOf(prefix)
  return (
    <>
      <Checkbox
        label={t`Several values may be chosen`}
        checked={how !== null}
        onChange={(event) =>
          onChange({ multiValuesOptions: event.currentTarget.checked ? { ...usualMultiValues(definition) } : null })
        }
      />
      {how !== null && (
        <div>
          <div className={styles.row}>
            {!isIdentifier(definition) && (
              <Select
                label={t`Quotation`}
                data={quotes.map((_, index) => ({ value: String(index), label: quoteNames[index] ?? '' }))}
                value={quote === -1 ? null : String(quote)}
                onChange={(chosen) =>
                  onChange({ multiValuesOptions: { ...quotedBy(quotes[Number(chosen)] ?? ''), separator } })
                }
              />
            )}
            <TextInput
              label={t`Separator`}
              value={definition.multiValuesOptions?.separator ?? ''}
              placeholder=","
              onChange={(event) => onChange({ multiValuesOptions: { prefix, suffix, separator: event.currentTarget.value } })}
            />
          </div>
          <p className={styles.example}>
            <Trans>In the text:</Trans>{' '}
            <code>{['one', 'two'].map((value) => prefix + written(value) + suffix).join(separator)}</code>
          </p>
        </div>
      )}
    </>
  )
}
