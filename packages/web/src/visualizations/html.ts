import { ALLOWED_URL } from '@sightline/domain/allowed-urls.ts'
import { memoized } from '@sightline/domain/memoized.ts'
import createDOMPurify, { type DOMPurify } from 'dompurify'
import { EXTRA_MEDIA_ATTRIBUTES, restrictMedia } from '../ui/safe-urls.ts'
import { fillHtmlTemplate, safeStyle } from './html-text.ts'

let purifier: DOMPurify | null = null

/** Made with the first HTML: to make it takes a phone long, and most tables have none. */
function createPurifier(): DOMPurify {
  const created = createDOMPurify()
  created.addHook('uponSanitizeAttribute', (_, attribute) => {
    if (attribute.attrName === 'style') attribute.attrValue = safeStyle(attribute.attrValue)
  })
  created.addHook('afterSanitizeAttributes', (node) => {
    restrictMedia(node)
    if (node.tagName !== 'A' || !node.hasAttribute('href')) return
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer nofollow')
  })
  return created
}

/** Cells reappear repeatedly while a table is scrolled, so their HTML is cached. */
const MAX_KEPT = 1000

/** Sanitizes HTML from data: removes scripts, event handlers, forms and frames, and keeps only links with allowed schemes. */
export const sanitizeHtml = memoized((html: string): string => {
  purifier ??= createPurifier()
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe', 'dialog'],
    FORBID_ATTR: ['id', 'name', 'class', 'tabindex', 'popover', 'popovertarget', ...EXTRA_MEDIA_ATTRIBUTES],
    ALLOWED_URI_REGEXP: ALLOWED_URL,
  })
}, MAX_KEPT)

/**
 * Fills an HTML template and sanitizes the result. Values are escaped, so markup in them is shown as text.
 * @param lookUp returns undefined for an unknown name, whose tag stays unchanged
 */
export function filledHtml(template: string, lookUp: (name: string) => string | number | boolean | null | undefined): string {
  return sanitizeHtml(fillHtmlTemplate(template, lookUp))
}

/** Creates an element from sanitized HTML. */
export function htmlElement(html: string): HTMLElement {
  const element = document.createElement('div')
  element.innerHTML = html
  return element
}
