import { fillTemplate } from '@sightline/domain/format/template.ts'

/** A text as HTML that shows exactly this text. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/**
 * Fills an HTML template with escaped values. The template itself is not sanitized.
 * @param lookUp undefined for an unknown name, whose tag stays as it is written
 */
export const fillHtmlTemplate = (
  template: string,
  lookUp: (name: string) => string | number | boolean | null | undefined,
): string =>
  fillTemplate(template, (name) => {
    const value = lookUp(name)
    return value === undefined || value === null ? value : escapeHtml(String(value))
  })
