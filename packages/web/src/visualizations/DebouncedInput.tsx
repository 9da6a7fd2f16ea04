import { TextInput, type TextInputProps } from '@mantine/core'
import { useState } from 'react'
import { FORMAT_DEBOUNCE_MS, useDebounced } from './debounce.ts'

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
