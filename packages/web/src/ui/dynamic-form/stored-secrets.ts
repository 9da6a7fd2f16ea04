import type { FormField, FormValues } from './field.ts'

/** The state of a form whose stored secrets may have to be entered again. */
export interface GuardedForm {
  fields: FormField[]
  values: FormValues
  /** Messages for the secrets that are still to be entered, by field. */
  missing: Record<string, string>
}

/**
 * Empties the fields of stored secrets when an endpoint field has changed: the server keeps no secret that would then go to
 * another place. What is typed instead stays, and an endpoint field that is changed back brings the stored secrets back.
 */
export function clearMovedSecrets(fields: FormField[], values: FormValues): GuardedForm {
  const changed = fields.filter(({ name, isEndpoint, initial }) => isEndpoint && values[name] !== initial)
  const moved = fields.filter(({ name, isStoredSecret, initial }) => isStoredSecret && values[name] === initial)
  if (changed.length === 0 || moved.length === 0) return { fields, values, missing: {} }
  const names = new Set(moved.map(({ name }) => name))
  const labels = new Intl.ListFormat('en').format(changed.map(({ label }) => label))
  const note = `Enter it again, because ${labels} ${changed.length === 1 ? 'has' : 'have'} changed.`
  return {
    fields: fields.map((field) => (names.has(field.name) ? { ...field, description: note } : field)),
    values: { ...values, ...Object.fromEntries([...names].map((name) => [name, ''])) },
    missing: Object.fromEntries([...names].map((name) => [name, note])),
  }
}
