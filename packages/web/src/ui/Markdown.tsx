import DOMPurify from 'dompurify'
import { marked } from 'marked'
import { useMemo } from 'react'
import styles from './Markdown.module.css'
import { ALLOWED_URL, EXTRA_MEDIA_ATTRIBUTES, restrictMedia } from './safe-urls.ts'

interface MarkdownProps {
  text: string
  /** Whether a line of the text ends where its author wanted the line to end, or where the page of a file was full. */
  lines?: 'kept' | 'wrapped'
}

/** A text in Markdown, rendered. What could run is removed; links open in a new window. */
export function Markdown({ text, lines = 'kept' }: MarkdownProps) {
  const html = useMemo(() => markdownToHtml(text, lines === 'kept'), [text, lines])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized one line above, in markdown.ts
  return <div className={styles.root} dangerouslySetInnerHTML={{ __html: html }} />
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
