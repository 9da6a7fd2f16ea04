import { TextInput } from '@mantine/core'
import type { ControlProps } from './control.ts'
import styles from './parameters.module.css'

/** A parameter of free text. */
export function TextControl({ id, value, size, onChange }: ControlProps) {
  return (
    <TextInput
      id={id}
      size={size}
      className={styles.text}
      value={value === null ? '' : String(value)}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="off"
      spellCheck={false}
    />
  )
}
