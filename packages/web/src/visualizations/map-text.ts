import { sanitizeHtml } from './html.ts'
import { fillHtmlTemplate } from './html-text.ts'

/**
 * Fills a template of HTML and makes the whole safe to insert. Values are texts: markup in them is shown, not followed.
 * @param lookUp undefined for a name that is not known, which stays as it is written
 */
export function filledHtml(template: string, lookUp: (name: string) => string | number | boolean | null | undefined): string {
  return sanitizeHtml(fillHtmlTemplate(template, lookUp))
}

/** An element with HTML that is safe already. */
export function htmlElement(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}
