import { NumberInput } from '@mantine/core'
import { FORMAT_DEBOUNCE_MS } from './after-pause.ts'
import { useAfterPause } from './use-after-pause.ts'

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
  const later = useAfterPause(onChange, FORMAT_DEBOUNCE_MS)
  return (
    <NumberInput
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      allowDecimal={allowsDecimals}
      {...props}
      defaultValue={value ?? ''}
      onChange={(typed) => later.soon(typeof typed === 'number' ? typed : null)}
      onBlur={() => later.now()}
    />
  )
}
