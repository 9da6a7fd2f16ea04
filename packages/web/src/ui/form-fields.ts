import { type FormEvent, useState } from 'react'

/**
 * The texts of a small form with their rules. Messages come when a field is left or the form is sent.
 * @param rules one entry per field; the same value on every render
 * @param initial what stands in the fields at first; nothing when left out
 */
export function useFormFields<Name extends string>(rules: Record<Name, FieldRules>, initial?: Record<Name, string>) {
  const names = Object.keys(rules) as Name[]
  const [values, setValues] = useState(
    () => initial ?? (Object.fromEntries(names.map((name) => [name, ''])) as Record<Name, string>),
  )
  const [shown, setShown] = useState<ReadonlySet<Name>>(new Set())

  return {
    values,
    /** What a text input of the form takes. */
    field: (name: Name) => ({
      name,
      value: values[name],
      error: shown.has(name) ? fieldError(values[name], rules[name]) : null,
      onChange: (event: { currentTarget: { value: string } }) => {
        const { value } = event.currentTarget
        setValues((now) => ({ ...now, [name]: value }))
      },
      onBlur: () => {
        // Leaving an untouched field is no mistake yet.
        if (values[name] !== '') setShown((now) => new Set(now).add(name))
      },
    }),
    /** Handles the sending of the form: goes on only when every field is fine, else leads to the first that is not. */
    submit: (goOn: () => void) => (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault()
      setShown(new Set(names))
      const wrong = names.find((name) => fieldError(values[name], rules[name]) !== null)
      if (wrong === undefined) goOn()
      else event.currentTarget.querySelector<HTMLInputElement>(`[name="${wrong}"]`)?.focus()
    },
  }
}

/** What a field asks of its text. */
export interface FieldRules {
  isRequired?: boolean
  /** Characters; an empty text is not too short but missing. */
  minLength?: number
  isEmail?: boolean
}

/** The message of a field, in the words that all forms share; null when its text is fine. */
export function fieldError(text: string, { isRequired = false, minLength = 0, isEmail = false }: FieldRules): string | null {
  if (text.trim() === '') return isRequired ? 'This field is required.' : null
  if (isEmail && !/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(text.trim())) return 'This field must be a valid email.'
  return text.length < minLength ? 'This field is too short.' : null
}
