import { NumberInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { FORMAT_DEBOUNCE_MS } from './DebouncedInput.tsx'

interface NumberFieldProps {
  label: string
  description?: string
  placeholder?: string
  /** Null for an empty field. */
  value: number | null
  min?: number
  max?: number
  /** Left out where only whole numbers make sense. */
  allowsDecimals?: boolean
  /** Null when the field was emptied. */
  onChange(value: number | null): void
}

/** A field of a number, which reports what is typed after a pause. */
export function NumberField({ value, onChange, allowsDecimals = false, ...props }: NumberFieldProps) {
  const report = useDebouncedCallback(onChange, { delay: FORMAT_DEBOUNCE_MS, flushOnUnmount: true })
  return (
    <NumberInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDecimal={allowsDecimals}
      {...props}
      defaultValue={value ?? ''}
      onChange={(typed) => report(typeof typed === 'number' ? typed : null)}
      onBlur={() => report.flush()}
    />
  )
}
