import { ALLOWED_URL } from '@sightline/domain/allowed-urls.ts'
import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'
import styles from './Markdown.module.css'
import { EXTRA_MEDIA_ATTRIBUTES, restrictMedia } from './safe-urls.ts'

interface MarkdownProps {
  text: string
  /** Whether line breaks of the text are rendered (`kept`), or are only the wrapping of a file (`wrapped`). */
  lines?: 'kept' | 'wrapped'
  /** Fills values into the finished HTML; it has to escape them. */
  fill?: ((html: string) => string) | null
}

/** Rendered Markdown. Scripts are removed, and links open in a new window. */
export function Markdown({ text, lines = 'kept', fill = null }: MarkdownProps) {
  const html = useMemo(() => markdownToHtml(text, lines === 'kept'), [text, lines])
  const filled = fill === null ? html : fill(html)
  // Lists have their marks at the side at which the language of the text begins, whatever that of the page.
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by markdownToHtml
  return <div className={styles.root} dir="auto" dangerouslySetInnerHTML={{ __html: filled }} />
}

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
 * @param keepsLines whether line breaks become `<br>`
 */
function markdownToHtml(text: string, keepsLines: boolean): string {
  const html = marked.parse(text, { async: false, gfm: true, breaks: keepsLines })
  return purifier.sanitize(html, {
    USE_PROFILES: { html: true },
    FORBID_TAGS: ['style', 'form', 'input', 'button', 'textarea', 'select', 'iframe'],
    FORBID_ATTR: ['style', 'id', 'name', 'class', ...EXTRA_MEDIA_ATTRIBUTES],
    ALLOWED_URI_REGEXP: ALLOWED_URL,
  })
}
