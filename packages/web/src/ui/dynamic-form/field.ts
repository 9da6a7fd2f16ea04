/** A file that was handed in and is ready to be used. */
export interface UploadedFile {
  id: string
  name: string
  /** Bytes; null when it is not known any more. */
  size: number | null
  /** What is in it, such as `2 tables, 48,210 rows`. */
  summary: string
  /** What the form's value holds for it. */
  value: unknown
}

interface Described {
  name: string
  label: string
  description: string | null
  isRequired: boolean
  /** Shown only once "Additional Settings" are opened. */
  isExtra: boolean
  /** Decides which server gets the secrets of the form. */
  isEndpoint?: boolean
  /** Its initial value is the placeholder of a stored secret, which goes to the server that the endpoint fields name. */
  isStoredSecret?: boolean
}

/** One field of a form that is described by data. */
export type FormField = Described &
  (
    | { kind: 'text' | 'textarea' | 'password' | 'number'; initial: string }
    | { kind: 'checkbox'; initial: boolean }
    | { kind: 'select'; initial: string; choices: { value: string; label: string }[] }
    /** A file that is read in the browser; the value is its content as base64. */
    | { kind: 'file'; initial: string }
    /** Files that are sent to the server at once; the value is a list of what the server made of them. */
    | { kind: 'uploads'; initial: UploadedFile[] }
  )

export type FieldValue = FormField['initial']
export type FormValues = Record<string, FieldValue>

/** The values of a form before anything is changed. */
export const initialValues = (fields: FormField[]): FormValues =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))

/** Whether a field has no value that counts. */
export function isBlank(value: FieldValue | undefined): boolean {
  if (value === undefined) return true
  return typeof value === 'boolean' ? false : value.length === 0 || (typeof value === 'string' && value.trim() === '')
}

/** The messages of a form that is about to be sent, by field. */
export function formErrors(fields: FormField[], values: FormValues): Record<string, string> {
  const wrong = fields.filter(({ name, isRequired }) => isRequired && isBlank(values[name]))
  return Object.fromEntries(wrong.map(({ name }) => [name, 'This field is required.']))
}

const GROUP_SEPARATOR = '.'

/** The name of a field whose value is part of an object. */
export const nameInGroup = (group: string, name: string) => `${group}${GROUP_SEPARATOR}${name}`

/** What is sent: blank fields are left out, numbers are numbers, and fields of a group make an object. */
export function collectValues(fields: FormField[], values: FormValues): Record<string, unknown> {
  const collected: Record<string, unknown> = {}
  const groups = new Map<string, Record<string, unknown>>()
  for (const { name, kind } of fields) {
    const value = values[name]
    if (value === undefined || isBlank(value)) continue
    const [first = name, inGroup] = name.split(GROUP_SEPARATOR)
    const sent = sentValue(kind, value)
    if (inGroup === undefined) collected[name] = sent
    else groups.set(first, { ...groups.get(first), [inGroup]: sent })
  }
  return { ...collected, ...Object.fromEntries(groups) }
}

function sentValue(kind: FormField['kind'], value: FieldValue): unknown {
  if (Array.isArray(value)) return value.map((file) => file.value)
  return kind === 'number' ? Number(value) : value
}
