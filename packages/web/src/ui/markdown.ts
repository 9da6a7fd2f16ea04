import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { EXTRA_MEDIA_ATTRIBUTES, restrictMedia } from './media-address.ts'
import { ALLOWED_URL } from './safe-urls.ts'

const purifier = DOMPurify()
purifier.addHook('afterSanitizeAttributes', (node) => {
  restrictMedia(node)
  if (node.tagName === 'A' && node.hasAttribute('href')) {
    node.setAttribute('target', '_blank')
    node.setAttribute('rel', 'noopener noreferrer nofollow')
  }
})

/**
 * Markdown as HTML that is safe to insert: no scripts, no styles, no forms, only links of the allowed schemes.
 * @param keepsLines whether the end of a line is one in the HTML too
 */
export function markdownToHtml(text: string, keepsLines: boolean): string {
  const html = marked.parse(text, { async: false, gfm: true, breaks: keepsLines })
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe'],
    FORBID_ATTR: ['style', 'id', 'name', 'class', ...EXTRA_MEDIA_ATTRIBUTES],
    ALLOWED_URI_REGEXP: ALLOWED_URL,
  })
}
