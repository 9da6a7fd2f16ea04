import { t } from '@lingui/core/macro'
import { NumberInput, Skeleton, TextInput } from '@mantine/core'
import { dateKindOf } from '@sightline/domain/parameters/dates.ts'
import { type Definition, isOptional, titleOf, typeOf } from '@sightline/domain/parameters/definition.ts'
import { readNumber, withPasted } from '@sightline/domain/parameters/numbers.ts'
import { shownValue, withPending } from '@sightline/domain/parameters/pending.ts'
import { type ClipboardEvent, lazy, Suspense, useId, useState } from 'react'
import { ChoiceControl } from './ChoiceControl.tsx'
import { DynamicDates } from './DynamicDates.tsx'
import { type ControlProps, emptyText, type Options, type OptionsByName, optionsOf } from './options.ts'
import styles from './parameters.module.css'

// Loaded on demand: calendars are large, and most queries have no dates.
const DateControl = lazy(() => import('./DateControl.tsx'))

interface ParameterFieldProps {
  definition: Definition
  options: OptionsByName
  dateFormat: string
  size: 'sm' | 'md'
  onChange(definition: Definition): void
}

/** One parameter: its title and the control of its type. */
export function ParameterField({ definition, options, dateFormat, size, onChange }: ParameterFieldProps) {
  const id = useId()
  const title = titleOf(definition)
  const props: ControlProps = {
    id,
    title,
    definition,
    value: shownValue(definition),
    size,
    dateFormat,
    onChange: (typed) => onChange(withPending(definition, typed)),
  }
  return (
    <div className={styles.field} data-pending={definition.pendingValue !== undefined || undefined}>
      <label className={styles.label} htmlFor={id} title={isOptional(definition) ? t`${title} may stay empty` : undefined}>
        {title}
      </label>
      <Control {...props} options={optionsOf(definition, options)} />
      <DynamicDates {...props} />
    </div>
  )
}

function Control({ options, ...props }: ControlProps & { options: Options | null }) {
  if (options !== null) return <ChoiceControl {...props} options={options} />
  if (dateKindOf(props.definition) !== null)
    return (
      <Suspense fallback={<Skeleton height={props.size === 'sm' ? 28 : 32} width={160} />}>
        <DateControl {...props} />
      </Suspense>
    )
  return typeOf(props.definition) === 'number' ? <NumberControl {...props} /> : <TextControl {...props} />
}

/** The placeholder, which says what an empty input of an optional parameter means; a required one has to be filled in. */
const placeholderOf = (definition: Definition) => (isOptional(definition) ? emptyText(definition) : undefined)

/** A number parameter. Characters that cannot be part of a number are rejected; pasted text is taken completely or not at all. */
function NumberControl({ id, definition, value, size, onChange }: ControlProps) {
  // Incomplete input such as `1.` or `-` would be parsed to another number or to none, so the typed text is kept.
  const [typed, setTyped] = useState<string | number>('')
  const number = typeof value === 'number' || typeof value === 'string' ? value : null
  const take = (next: string | number) => {
    setTyped(next)
    onChange(next)
  }
  // Handled before the input does, which would drop invalid characters: `1e3` would become 13.
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    event.preventDefault()
    event.stopPropagation()
    const { value: written, selectionStart, selectionEnd } = event.currentTarget
    const pasted = event.clipboardData.getData('text')
    const next = withPasted(pasted, written.slice(0, selectionStart ?? 0), written.slice(selectionEnd ?? 0))
    if (next !== null) take(next)
  }
  return (
    <NumberInput
      id={id}
      size={size}
      className={styles.number}
      value={readNumber(typed) === number ? typed : (number ?? '')}
      onChange={take}
      onPasteCapture={paste}
      placeholder={placeholderOf(definition)}
      inputMode="decimal"
      data-enter-applies
      autoComplete="off"
    />
  )
}

/** A parameter of free text. */
function TextControl({ id, definition, value, size, onChange }: ControlProps) {
  return (
    <TextInput
      id={id}
      size={size}
      className={styles.text}
      value={value === null ? '' : String(value)}
      placeholder={placeholderOf(definition)}
      onChange={(event) => onChange(event.currentTarget.value)}
      data-enter-applies
      autoComplete="off"
      spellCheck={false}
    />
  )
}
