import { useMemo } from 'react'
import styles from './Markdown.module.css'
import { markdownToHtml } from './markdown.ts'

/** A text in Markdown, rendered. What could run is removed; links open in a new window. */
export function Markdown({ text }: { text: string }) {
  const html = useMemo(() => markdownToHtml(text), [text])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized one line above, in markdown.ts
  return <div className={styles.root} dangerouslySetInnerHTML={{ __html: html }} />
}
