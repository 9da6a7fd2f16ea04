import type { AlertCondition, AlertOptions } from '@sightline/contract/alerts.ts'

/**
 * The options of an alert in the form in which they are stored: blank texts become null.
 * @param template sent beside the options, which it overrides; undefined if it was not sent
 */
export function storedAlertOptions(sent: AlertOptions, template?: string | null): AlertOptions {
  const { subject, custom_subject, custom_body, ...options } = sent
  return {
    ...options,
    ...kept({ subject, custom_subject, custom_body }),
    template: textOrNull(template) ?? textOrNull(sent.template),
  }
}

/** A text that is not blank, otherwise null. */
const textOrNull = (text: string | null | undefined): string | null => (text && text.trim() !== '' ? text : null)

/** The sent texts; blank ones become null. */
function kept(texts: Record<string, string | null | undefined>) {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([name, text]) => (text === undefined ? [] : [[name, textOrNull(text)]])),
  )
}

/** The default name of an alert: `Delay by carrier: avg_delay greater than 20`. */
export const defaultName = (queryName: string, { column, op, value }: AlertCondition): string =>
  `${queryName}: ${column} ${op} ${value}`
