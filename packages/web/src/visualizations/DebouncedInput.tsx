import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'

/** A drawing is not made anew for every letter of a format. */
export const FORMAT_DEBOUNCE_MS = 200

interface DebouncedInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'defaultValue'> {
  value: string
  onChange(value: string): void
}

/** A text field that reports what is typed after a pause, and at once when it is left. */
export function DebouncedInput({ value, onChange, ...props }: DebouncedInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const report = useDebouncedCallback(onChange, { delay: FORMAT_DEBOUNCE_MS, flushOnUnmount: true })
  return (
    <TextInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      {...props}
      value={draft ?? value}
      onChange={(event) => {
        setDraft(event.currentTarget.value)
        report(event.currentTarget.value)
      }}
      onBlur={() => {
        report.flush()
        setDraft(null)
      }}
    />
  )
}
