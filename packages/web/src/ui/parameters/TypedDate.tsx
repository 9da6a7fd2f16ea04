import { t } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { formatDate } from '@sightline/domain/format/date.ts'
import { inputFormat, type Precision, shownDate, wireFormat } from '@sightline/domain/parameters/dates.ts'
import { typedDate } from '@sightline/domain/parameters/typed-date.ts'
import { useId, useState } from 'react'

interface TypedDateProps {
  label: string
  date: string | null
  precision: Precision
  dateFormat: string
  /** Whether the input gets the focus when its popover opens. */
  isFirst: boolean
  onType(date: string): void
}

/** An input of a date, in the date format of the organization or in ISO. */
export function TypedDate({ label, date, precision, dateFormat, isFirst, onType }: TypedDateProps) {
  const id = useId()
  // The typed text stays as it is until the input is left; a text that is no date stays after that too.
  const [typed, setTyped] = useState<string | null>(null)
  const [isLeft, setIsLeft] = useState(false)
  const read = typed === null ? null : typedDate(precision, typed, dateFormat)
  const isBad = typed !== null && typed.trim() !== '' && read === null
  const leave = () => {
    setIsLeft(true)
    if (!isBad) setTyped(null)
  }
  return (
    <TextInput
      id={id}
      label={label}
      size="sm"
      value={typed ?? (date === null ? '' : shownDate(precision, date, dateFormat))}
      placeholder={inputFormat(precision, dateFormat)}
      error={isBad && isLeft ? badDateText(precision, dateFormat) : undefined}
      data-autofocus={isFirst || undefined}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => {
        const text = event.currentTarget.value
        setTyped(text)
        setIsLeft(false)
        const next = typedDate(precision, text, dateFormat)
        if (next !== null) onType(next)
      }}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  )
}

/** Says how a date that cannot be read is to be written. */
export function badDateText(precision: Precision, dateFormat: string): string {
  const [first = '', second] = examples(precision, dateFormat)
  return second === undefined ? t`Write a date such as ${first}.` : t`Write a date such as ${first} or ${second}.`
}

/** The last moment of a year, which shows which part is the day, in the patterns that can be read. */
const examples = (precision: Precision, dateFormat: string) => [
  ...new Set([inputFormat(precision, dateFormat), wireFormat(precision)].map((format) => formatDate(EXAMPLE, format) ?? '')),
]
const EXAMPLE = '2026-12-31T23:59:59'
