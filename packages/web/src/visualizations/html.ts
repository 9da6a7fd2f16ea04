import DOMPurify from 'dompurify'
import { ALLOWED_URL, EXTRA_MEDIA_ATTRIBUTES, restrictMedia } from '../ui/safe-urls.ts'
import { fillHtmlTemplate, safeStyle } from './html-text.ts'

const purifier = DOMPurify()
purifier.addHook('uponSanitizeAttribute', (_, attribute) => {
  if (attribute.attrName === 'style') attribute.attrValue = safeStyle(attribute.attrValue)
})
purifier.addHook('afterSanitizeAttributes', (node) => {
  restrictMedia(node)
  if (node.tagName !== 'A' || !node.hasAttribute('href')) return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer nofollow')
})

/** Cells come into sight again and again while a table is scrolled. */
const MAX_KEPT = 1000
const kept = new Map<string, string>()

/** Sanitizes HTML from data: no scripts, event handlers, forms or frames, and only links with allowed schemes. */
export function sanitizeHtml(html: string): string {
  const known = kept.get(html)
  if (known !== undefined) return known
  const clean = purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'dialog'],
    FORBID_ATTR: ['id', 'name', 'class', 'tabindex', 'popover', 'popovertarget', ...EXTRA_MEDIA_ATTRIBUTES],
    ALLOWED_URI_REGEXP: ALLOWED_URL,
  })
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(html, clean)
  return clean
}

/**
 * Fills a template of HTML and makes the whole safe to insert. Values are texts: markup in them is shown, not followed.
 * @param lookUp undefined for a name that is not known, which stays as it is written
 */
export function filledHtml(template: string, lookUp: (name: string) => string | number | boolean | null | undefined): string {
  return sanitizeHtml(fillHtmlTemplate(template, lookUp))
}

/** An element with HTML that has been sanitized already. */
export function htmlElement(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}
