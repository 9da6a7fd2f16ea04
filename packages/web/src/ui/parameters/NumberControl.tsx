import { NumberInput } from '@mantine/core'
import { readNumber } from '@sightline/domain/parameters/numbers.ts'
import { useState } from 'react'
import type { ControlProps } from './control.ts'
import styles from './parameters.module.css'

/** A parameter that is a number. What is no part of a number is not taken. */
export function NumberControl({ id, value, size, onChange }: ControlProps) {
  // `1.` and `-` are on the way to a number and read as another one, or as none: they stay as they were typed.
  const [typed, setTyped] = useState<string | number>('')
  const number = typeof value === 'number' || typeof value === 'string' ? value : null
  return (
    <NumberInput
      id={id}
      size={size}
      className={styles.number}
      value={readNumber(typed) === number ? typed : (number ?? '')}
      onChange={(next) => {
        setTyped(next)
        onChange(next)
      }}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
