import { t } from '@lingui/core/macro'
import { type FormEvent, useState } from 'react'

/**
 * The text fields of a small form with their validation rules. Errors are shown when a field is left or the form is submitted.
 * @param rules one entry per field; the same value on every render
 * @param initial initial values; empty by default
 */
export function useFormFields<Name extends string>(rules: Record<Name, FieldRules>, initial?: Record<Name, string>) {
  const names = Object.keys(rules) as Name[]
  const [values, setValues] = useState(
    () => initial ?? (Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  )
  const [shown, setShown] = useState<ReadonlySet<Name>>(new Set())

  return {
    values,
    /** The props of a text input. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: shown.has(name) ? fieldError(values[name], rules[name]) : null,
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget
        setValues((now) => ({ ...now, [name]: value }))
      },
      onBlur: () => {
        // Leaving an empty field is not an error yet.
        if (values[name] !== '') setShown((now) => new Set(now).add(name))
      },
    }),
    /** The submit handler: calls back if every field is valid, else focuses the first that is not. */
    submit: (onValid: () => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      setShown(new Set(names))
      const wrong = names.find((name) => fieldError(values[name], rules[name]) !== null)
      if (wrong === undefined) onValid()
      else event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    },
  }
}

/** The validation rules of a text field. */
export interface FieldRules {
  isRequired?: boolean
  /** Characters. An empty text counts as missing, not as too short. */
  minLength?: number
  isEmail?: boolean
}

/** The error message of a text field; null if its text is valid. */
export function fieldError(text: string, { isRequired = false, minLength = 0, isEmail = false }: FieldRules): string | null {
  if (text.trim() === '') return isRequired ? t`This field is required.` : null
  if (isEmail && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim())) return t`This field must be a valid email.`
  return text.length < minLength ? t`This field is too short.` : null
}
