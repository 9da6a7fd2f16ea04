import { Autocomplete } from '@mantine/core'
import { formatNumber, type NumberMarks } from '@sightline/domain/format/number.ts'
import { useState } from 'react'
import { FORMAT_DEBOUNCE_MS, useDebounced } from './debounce.ts'
import styles from './EditorFields.module.css'

interface NumberFormatFieldProps {
  label: string
  /** A pattern of Numeral.js. */
  value: string
  /** Shares are offered percentages only. */
  kind?: 'number' | 'share'
  marks: NumberMarks
  onChange(value: string): void
}

/** Formats that most people need, by the pattern that is stored. */
const presets = {
  number: new Map([
    ['0,0', 'Whole number'],
    ['0,0.0', 'One decimal'],
    ['0,0.00', 'Two decimals'],
    ['0,0[.]00000', 'Five decimals, or none'],
    ['$0,0.00', 'Currency'],
    ['0.0a', 'Short'],
    ['$0.0a', 'Short currency'],
    ['0.0%', 'Percent'],
    ['0.0b', 'Bytes'],
  ]),
  share: new Map([
    ['0%', 'Whole percent'],
    ['0.0%', 'One decimal'],
    ['0[.]00%', 'Two decimals, or none'],
  ]),
}

const SAMPLE = 1_234_567.891
const SHARE_SAMPLE = 0.12345

/** The text of a sample in a format: a share for percentages, else a large number with decimals. */
export const sampleOf = (pattern: string, marks: NumberMarks): string =>
  formatNumber(pattern.includes('%') ? SHARE_SAMPLE : SAMPLE, pattern, marks) ?? ''

/** A field for a number format: the usual ones to choose from, each with a sample, or a pattern of one's own. */
export function NumberFormatField({ label, value, kind = 'number', marks, onChange }: NumberFormatFieldProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const later = useDebounced(onChange, FORMAT_DEBOUNCE_MS)
  const offered = presets[kind]
  return (
    <Autocomplete
      label={label}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      description={`For example ${sampleOf(draft ?? value, marks)}`}
      data={[...offered.keys()]}
      maxDropdownHeight={360}
      // Every format stays on offer, whatever the field holds.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span className={styles.format}>
          <span>{offered.get(option.value)}</span>
          <span className={styles.sample}>{sampleOf(option.value, marks)}</span>
        </span>
      )}
      value={draft ?? value}
      onChange={(typed) => {
        setDraft(typed)
        later.schedule(typed)
      }}
      onOptionSubmit={() => later.flush()}
      onBlur={() => {
        later.flush()
        setDraft(null)
      }}
    />
  )
}
