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
