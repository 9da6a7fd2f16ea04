import { NumberInput, Switch, TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { FORMAT_DEBOUNCE_MS, useDebounced } from './debounce.ts'
import styles from './EditorFields.module.css'

interface NumberFieldProps {
  label: string
  description?: string
  placeholder?: string
  /** Null for an empty field. */
  value: number | null
  min?: number
  max?: number
  /** Omitted if only whole numbers make sense. */
  allowsDecimals?: boolean
  /** Receives null if the field was cleared. */
  onChange(value: number | null): void
}

/** A number field that reports its value after a pause in typing. */
export function NumberField({ value, onChange, allowsDecimals = false, ...props }: NumberFieldProps) {
  const later = useDebounced(onChange, FORMAT_DEBOUNCE_MS)
  return (
    <NumberInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDecimal={allowsDecimals}
      {...props}
      defaultValue={value ?? ''}
      onChange={(typed) => later.schedule(typeof typed === 'number' ? typed : null)}
      onBlur={() => later.flush()}
    />
  )
}

interface SwitchRowProps {
  label: string
  checked: boolean
  onChange(checked: boolean): void
}

/** A labelled switch at the end of its row. */
export function SwitchRow({ label, checked, onChange }: SwitchRowProps) {
  return (
    <Switch
      label={label}
      labelPosition="left"
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
      styles={{
        body: { justifyContent: 'space-between', alignItems: 'center', minHeight: 24 },
        label: { fontSize: 13, paddingInlineEnd: 12 },
      }}
    />
  )
}

/** The editor of a type without options. @param text explains which columns the type uses */
export const plainEditor = (text: string) => ({ Editor: () => <div className={styles.text}>{text}</div> })

interface DebouncedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value: string
  onChange(value: string): void
}

/** A text field that reports its value after a pause in typing, and immediately on blur. */
export function DebouncedInput({ value, onChange, ...props }: DebouncedInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const later = useDebounced(onChange, FORMAT_DEBOUNCE_MS)
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      value={draft ?? value}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        later.schedule(event.currentTarget.value)
      }}
      onBlur={() => {
        later.flush()
        setDraft(null)
      }}
    />
  )
}
