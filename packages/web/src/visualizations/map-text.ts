import { fillTemplate } from '@sightline/domain/format/template.ts'
import { sanitizeHtml } from './html.ts'

/** A text as it stands in HTML. */
export const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`)

/**
 * Fills a template of HTML and makes the whole safe to insert. Values are texts: markup in them is shown, not followed.
 * @param lookUp undefined for a name that is not known, which stays as it is written
 */
export function filledHtml(template: string, lookUp: (name: string) => string | number | boolean | null | undefined): string {
  return sanitizeHtml(
    fillTemplate(template, (name) => {
      const value = lookUp(name)
      return value === undefined || value === null ? value : escapeHtml(String(value))
    }),
  )
}

/** An element with HTML that is safe already. */
export function htmlElement(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}
