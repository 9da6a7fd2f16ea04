import { NumberInput } from '@mantine/core'
import { readNumber, withPasted } from '@sightline/domain/parameters/numbers.ts'
import { type ClipboardEvent, useState } from 'react'
import type { ControlProps } from './control.ts'
import styles from './parameters.module.css'

/** A parameter that is a number. What is no part of a number is not taken, and of what is pasted all or nothing. */
export function NumberControl({ id, value, size, onChange }: ControlProps) {
  // `1.` and `-` are on the way to a number and read as another one, or as none: they stay as they were typed.
  const [typed, setTyped] = useState<string | number>('')
  const number = typeof value === 'number' || typeof value === 'string' ? value : null
  const take = (next: string | number) => {
    setTyped(next)
    onChange(next)
  }
  // Before the input makes another number of it: `1e3` without its letter is 13.
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
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
