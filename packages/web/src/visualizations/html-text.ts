import { fillTemplate } from '@sightline/domain/format/template.ts'

/** Escapes a text for HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/**
 * Fills an HTML template with escaped values. The template itself is not sanitized.
 * @param lookUp returns undefined for an unknown name, whose tag stays unchanged
 */
export const fillHtmlTemplate = (
  template: string,
  lookUp: (name: string) => string | number | boolean | null | undefined,
): string =>
  fillTemplate(template, (name) => {
    const value = lookUp(name)
    return value === undefined || value === null ? value : escapeHtml(String(value))
  })

/** CSS properties that data may set; positioning is not among them. */
const allowed =
  /^(color|background-color|background|font(-[a-z]+)?|text-(align|decoration|transform)|letter-spacing|white-space|opacity|padding(-[a-z]+)?|margin(-[a-z]+)?|border(-[a-z]+)*|display|width|height|max-width|max-height|min-width|vertical-align|line-height)$/

/**
 * Removes declarations from a style attribute that could move the text out of its cell, load external resources, or read values
 * of the page: positions, URLs, `attr`, `env`, `var`.
 */
export function safeStyle(style: string): string {
  return style
    .split(';')
    .map((declaration) => declaration.trim())
    .filter((declaration) => {
      const colon = declaration.indexOf(':')
      if (colon < 0 || !allowed.test(declaration.slice(0, colon).trim().toLowerCase())) return false
      return !/url|image|expression|javascript|attr|env|var|\\|@/i.test(declaration.slice(colon + 1))
    })
    .join('; ')
}
