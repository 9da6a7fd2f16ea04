import type { AlertCondition, AlertOptions } from '@sightline/contract/alerts.ts'

/**
 * The options of an alert as they are stored: blank texts become null.
 * @param template sent beside the options, which it overrides; undefined when it was not sent
 */
export function storedAlertOptions(sent: AlertOptions, template?: string | null): AlertOptions {
  const { subject, custom_subject, custom_body, ...options } = sent
  return {
    ...options,
    ...kept({ subject, custom_subject, custom_body }),
    template: textOrNull(template) ?? textOrNull(sent.template),
  }
}

/** A text that says something, else null. */
const textOrNull = (text: string | null | undefined): string | null => (text && text.trim() !== '' ? text : null)

/** What was sent, blank texts as null. */
function kept(texts: Record<string, string | null | undefined>) {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, textOrNull(text)]])),
  )
}

/** The name of an alert that was given none: `Delay by carrier: avg_delay greater than 20`. */
export const defaultName = (queryName: string, { column, op, value }: AlertCondition): string =>
  `${queryName}: ${column} ${op} ${value}`
