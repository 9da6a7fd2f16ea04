import { t } from '@lingui/core/macro'

/** An uploaded file. */
export interface UploadedFile {
  id: string
  name: string
  /** Bytes; null if no longer known. */
  size: number | null
  /** Summary of its content, such as `2 tables, 48,210 rows`. */
  summary: string
  /** Its entry in the value of the field. */
  value: unknown
}

interface FieldDescription {
  name: string
  label: string
  description: string | null
  isRequired: boolean
  /** Shown below "Additional Settings" only. */
  isExtra: boolean
  /** Part of the endpoint: it decides which server gets the secrets of the form. */
  isEndpoint?: boolean
  /** Its initial value is the placeholder of a stored secret, which is sent to the server that the endpoint fields name. */
  isStoredSecret?: boolean
}

/** One field of a dynamic form. */
export type FormField = FieldDescription &
  (
    | { kind: 'text' | 'textarea' | 'password' | 'number'; initial: string }
    | { kind: 'checkbox'; initial: boolean }
    | { kind: 'select'; initial: string; choices: { value: string; label: string }[] }
    /** A file that is read in the browser; the value is its content in base64. */
    | { kind: 'file'; initial: string }
    /** Files that are uploaded at once; the value is the list of uploaded files. */
    | { kind: 'uploads'; initial: UploadedFile[] }
  )

export type FieldValue = FormField['initial']
export type FormValues = Record<string, FieldValue>

/** The initial values of a form. */
export const initialValues = (fields: FormField[]): FormValues =>
  Object.fromEntries(fields.map(({ name, initial }) => [name, initial]))

/** Whether a value counts as empty. A checkbox is never empty. */
export function isBlank(value: FieldValue | undefined): boolean {
  if (value === undefined) return true
  return typeof value === 'boolean' ? false : value.length === 0 || (typeof value === 'string' && value.trim() === '')
}

/** The error messages of missing required fields, by field name. */
export function formErrors(fields: FormField[], values: FormValues): Record<string, string> {
  const wrong = fields.filter(({ name, isRequired }) => isRequired && isBlank(values[name]))
  return Object.fromEntries(wrong.map(({ name }) => [name, t`This field is required.`]))
}

const GROUP_SEPARATOR = '.'

/** The name of a field in a group: its value becomes part of an object. */
export const nameInGroup = (group: string, name: string) => `${group}${GROUP_SEPARATOR}${name}`

/** The values to send: empty fields are omitted, numbers are converted, and the fields of a group become an object. */
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

/** Uploads one file. @param onProgress gets the uploaded part, 0 to 1 */
export type UploadFile = (file: File, onProgress: (part: number) => void, signal: AbortSignal) => Promise<UploadedFile>
